# Functions that ./kcast, ./test and scripts/* share. Sourced, never run.
# shellcheck shell=bash
#
# The including script sets `root`, the absolute path of the checkout. Everything
# here writes to stderr: stdout belongs to the result of a command.

: "${root:?set root before sourcing scripts/lib.sh}"

say() { printf '%s\n' "$*" >&2; }

# die MESSAGE: to stderr, or into the file that a caller who says it himself names.
die() {
  if [[ -n ${KCAST_REASON:-} ]]; then
    printf '%s\n' "$*" >"$KCAST_REASON"
  else
    say "${0##*/}: $*"
  fi
  exit 1
}

# progress LABEL DONE TOTAL TEXT: one line that is redrawn on a terminal; elsewhere
# a line at each tenth, so that a log stays short and still shows where it is.
progress_last=
progress() {
  local label=$1 done=$2 total=$3 text=$4 line tenth
  if [[ -t 2 ]]; then
    printf -v line '%s [%*d/%d] %s' "$label" "${#total}" "$done" "$total" "$text"
    printf '\r\033[K%s' "${line:0:${COLUMNS:-80}-1}" >&2
    return
  fi
  tenth=$((total > 0 ? done * 10 / total : 0))
  if [[ "$label $tenth" != "$progress_last" ]]; then
    progress_last="$label $tenth"
    say "$label [$done/$total]"
  fi
}

# progress_end: leaves the line free for what comes next.
progress_end() {
  if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi
}

# packages_of GROUP...: the names of the Debian packages in these groups.
packages_of() {
  local group
  for group in "$@"; do
    awk -v group="$group" '$1 == group { print $2 }' "$root/scripts/debian-packages.txt"
  done
}

# missing_packages NAME...: those that dpkg does not know as installed.
missing_packages() {
  local installed name
  installed=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$@" 2>/dev/null || true)
  for name in "$@"; do
    if [[ $'\n'$installed$'\n' != *$'\nii  '"$name"$'\n'* ]]; then echo "$name"; fi
  done
}

# apt_with_progress LOG COMMAND...: runs an apt-get command, whose status lines
# become the progress line and whose other output goes to LOG.
apt_with_progress() {
  local log=$1 kind percent text
  shift
  # A status line is kind:package:percent:text. Scripts of packages fail when the status
  # goes to stdout itself, and sudo passes on no further descriptor: hence the shell.
  "${as_root[@]}" sh -c 'exec "$@" 3>&1 1>&2' sh env DEBIAN_FRONTEND=noninteractive "$@" \
    -o APT::Status-Fd=3 -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 2>>"$log" </dev/null |
    while IFS=: read -r kind _ percent text; do
      case $kind in
        dlstatus) progress "downloading Debian packages" "${percent%%.*}" 100 "$text" ;;
        pmstatus) progress "installing Debian packages" "${percent%%.*}" 100 "$text" ;;
      esac
    done
}

# install_groups GROUP...: installs what is missing of these package groups, as root
# or with sudo; otherwise prints the command to run and exits. On a system
# without dpkg the tools are taken to be there, and the build says what is not.
install_groups() {
  local -a names missing as_root=()
  local log
  command -v dpkg-query >/dev/null || return 0
  mapfile -t names < <(packages_of "$@")
  mapfile -t missing < <(missing_packages "${names[@]}")
  ((${#missing[@]})) || return 0

  local hint="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
  if [[ -n ${KCAST_NO_INSTALL:-} ]]; then
    die "Debian packages are missing; run as root:
  $hint"
  fi
  if ((EUID != 0)); then
    # Without a terminal nobody can type a password.
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [[ -t 0 && -t 2 ]]; }; then
      as_root=(sudo)
    else
      die "Debian packages are missing; run as root:
  $hint"
    fi
  fi

  say "installing ${#missing[@]} Debian packages: ${missing[*]}"
  if ((${#as_root[@]})); then sudo -v; fi
  log=$(mktemp "${TMPDIR:-/tmp}/kcast-apt.XXXXXX")
  if ! { apt_with_progress "$log" apt-get update &&
    apt_with_progress "$log" apt-get install -y --no-install-recommends "${missing[@]}"; }; then
    progress_end
    tail -n 15 "$log" >&2
    die "apt-get failed (whole log: $log); by hand, as root:
  $hint"
  fi
  progress_end
  rm -f "$log"
}

# build_jobs: how many compilers to run at once: a core and 1.5 GB of memory each.
build_jobs() {
  local jobs by_memory limit
  jobs=$(nproc)
  by_memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo)
  limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || echo max)
  if [[ $limit != max ]] && ((limit / 1610612736 < by_memory)); then
    by_memory=$((limit / 1610612736))
  fi
  if ((by_memory < jobs)); then jobs=$by_memory; fi
  echo $((jobs > 0 ? jobs : 1))
}

# forget_moved_build DIR: CMake refuses a build folder whose checkout was moved.
forget_moved_build() {
  local cache=$1/CMakeCache.txt
  if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    rm -rf "$1"
  fi
}

# configure PRESET LOG
configure() {
  (cd "$root" && cmake --preset "$1") >>"$2" 2>&1
}

# build FOLDER LOG LABEL [TARGET...]: builds there with a progress line.
build() {
  local folder=$1 log=$2 label=$3 line
  shift 3
  NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$(build_jobs)" \
    ${1:+--target "$@"} 2>&1 </dev/null |
    while IFS= read -r line; do
      printf '%s\n' "$line" >>"$log"
      if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]]; then
        progress "$label" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
      fi
    done
}

# show_failure LOG: the part of a build log that says what went wrong.
show_failure() {
  local log=$1 first
  first=$(grep -n -m 1 -E '^FAILED:|^CMake Error|: error:|: fatal error:' "$log" | cut -d: -f1 || true)
  if [[ -n $first ]]; then
    tail -n "+$first" "$log" | head -n 40 | cut -c 1-400 >&2  # commands of the linker are long
  else
    tail -n 30 "$log" | cut -c 1-400 >&2
  fi
}

# source_files PATTERN...: files of the checkout that match, tracked or new but not
# ignored. Without git's help, everything outside build folders.
source_files() {
  local pattern
  if git -C "$root" rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -C "$root" ls-files --cached --others --exclude-standard -- "$@" |
      while IFS= read -r pattern; do
        # A file that was deleted but not yet committed is still listed.
        if [[ -f $root/$pattern ]]; then echo "$pattern"; fi
      done | sort -u
    return
  fi
  for pattern in "$@"; do
    (cd "$root" && find . -path ./build -prune -o -path '*/node_modules' -prune -o \
      -type f -path "./$pattern" -print) | sed 's|^\./||'
  done | sort -u
}
