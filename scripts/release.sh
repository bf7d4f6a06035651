# The release build, which ./kcast and scripts/part share. Sourced after scripts/lib.sh.
# shellcheck shell=bash

: "${root:?set root before sourcing scripts/release.sh}"
release=$root/build/release

# lock_release: waits until nobody else builds there. True when that took time: then the
# work may be done.
lock_release() {
  mkdir -p "$root/build" || die "cannot write in $root"
  exec 9>"$root/build/.release.lock"
  if flock -n 9; then return 1; fi
  say "kcast: waiting for a build that is already running"
  flock 9
}

unlock_release() { exec 9>&-; }

# part_rows: the lines of scripts/parts.txt.
part_rows() { grep -v -E '^(#|$)' "$root/scripts/parts.txt"; }

# targets_of_parts: the targets of the parts that are there, which have to be as new as kcast.
# A part that cannot be built any more, because its group is gone, is deleted: the next use
# fetches it again.
targets_of_parts() {
  local file target
  while read -r file target _; do
    if [[ ! -e $release/bin/$file ]]; then continue; fi
    if grep -q "^build $target: phony " "$release/build.ninja"; then
      echo "$target"
    else
      rm -f "$release/bin/$file"
    fi
  done < <(part_rows)
}

# configure_release LOG: always, because a group may have been fetched or have gone.
configure_release() {
  forget_moved_build "$release"
  mkdir -p "$release"
  : >"$1"
  if ! configure release "$1"; then
    show_failure "$1"
    die "configuring failed (whole log: $1)"
  fi
}

# build_release LOG LABEL TARGET...
build_release() {
  local log=$1
  if ! build "$release" "$@"; then
    progress_end
    show_failure "$log"
    die "building failed (whole log: $log)"
  fi
  progress_end
}
