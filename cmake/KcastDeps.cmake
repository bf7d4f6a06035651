# Finds the groups of deps.lock: CUDA, LibTorch, Arrow, llama.cpp, model weights.

# kcast_find_group(<group> <out-prefix>)
# Sets <out-prefix> to the folder of an installed copy of the group or, failing that,
# of the one that scripts/fetch keeps in the per-user cache; empty when there is neither.
# scripts/fetch decides, so that the shell and the build never see different copies.
# The answer is asked for at every configuration: a group may be fetched at any time.
function(kcast_find_group group out_prefix)
  execute_process(
    COMMAND ${PROJECT_SOURCE_DIR}/scripts/fetch --where ${group}
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(prefix "")
  endif()
  set(${out_prefix} "${prefix}" PARENT_SCOPE)
endfunction()

# kcast_wants(<variable> <group> <out> <part> [<file>])
# Whether a part that needs the group is built: <variable> is ON, OFF or AUTO, which is wherever the
# group is, with this file of it, at this configuration.
function(kcast_wants variable group out part)
  set(${variable} AUTO CACHE STRING "Build ${part}: ON, OFF, or AUTO (where '${group}' is)")
  set(wanted ${${variable}})
  if(wanted STREQUAL "AUTO")
    kcast_find_group(${group} prefix)
    set(wanted OFF)
    if(prefix AND EXISTS "${prefix}/${ARGN}")
      set(wanted ON)
    endif()
  endif()
  set(${out} ${wanted} PARENT_SCOPE)
endfunction()

# kcast_require_group(<group> <out-prefix> <part>)
# The same for a part that cannot be built without the group; the error says the remedy.
function(kcast_require_group group out_prefix part)
  kcast_find_group(${group} prefix)
  if(NOT prefix)
    message(FATAL_ERROR "${part} needs the group '${group}': run scripts/fetch ${group}")
  endif()
  set(${out_prefix} "${prefix}" PARENT_SCOPE)
endfunction()
