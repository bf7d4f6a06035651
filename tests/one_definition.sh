#!/usr/bin/env bash
# Finds types of one name and namespace that are defined in two files: linked into one binary they
# would break the one-definition rule, which no compiler or linker says. Namespaces follow folders,
# so this also checks that every file of src/ opens a namespace that a folder of its path names
# (base and schema, whose words everybody uses, open kcast itself).
set -euo pipefail
src=$1

# Types at namespace scope stand at the start of a line (clang-format), outside of anonymous
# namespaces, which hide them.
definitions() {
  find "$src" \( -name '*.h' -o -name '*.cpp' \) ! -name '*_test.cpp' -print0 | sort -z |
    xargs -0 awk '
      FNR == 1 { name = ""; hidden = 0 }
      /^namespace \{/ { hidden = 1 }
      /^\}  \/\/ namespace$/ { hidden = 0 }
      /^namespace [a-zA-Z_:]+ \{/ { name = $2 }
      /^\}  \/\/ namespace ./ { name = "" }
      hidden { next }
      /^(struct|class|enum class|enum|union) [A-Za-z_]+[^;]*(\{|$)/ {
        type = $2 == "class" ? $3 : $2
        if ($0 ~ /;/ && $0 !~ /\{/) next
        if (specialised) next
        print name "::" type "\t" FILENAME
      }
      { specialised = /^template <>/ }'
}

bad=0
twice=$(definitions | sort -u | awk -F'\t' '
  { files[$1] = files[$1] " " $2; count[$1]++ }
  END { for (type in count) if (count[type] > 1) print type " is defined in" files[type] }' | sort)
[ -z "$twice" ] || { echo "$twice"; bad=1; }

while IFS=: read -r file _ line; do
  opened=${line#namespace }; opened=${opened%% \{*}
  folders=${file#"$src"/}
  case $folders in
    base/* | schema/*) [ "$opened" = kcast ] && continue ;;
    *) case /$folders in */"${opened##*::}"/*) continue ;; esac ;;
  esac
  echo "$file opens $opened, which no folder of its path is called"
  bad=1
done < <(find "$src" \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 grep -nE '^namespace kcast[a-z_:]* \{' /dev/null)

[ "$bad" -eq 0 ] && echo "every type is defined once, in the namespace of its folder"
exit "$bad"
