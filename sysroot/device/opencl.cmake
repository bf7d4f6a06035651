# kcast_opencl_library(<archive> <fast>)
# Compiles the OpenCL builtin library. <archive> names a variable that receives the path of an archive of bitcode
# modules with a symbol table; <fast> one that receives a single module whose definitions go before the archive's
# under -cl-fast-relaxed-math. The archive has many small modules because loading one costs about a microsecond per
# function in it: a kernel pays only for the modules whose functions it calls.
function(kcast_opencl_library archive_variable fast_variable)
  set(device ${PROJECT_SOURCE_DIR}/sysroot/device)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/opencl)
  file(MAKE_DIRECTORY ${out})
  set(target -cc1 -triple nvptx64-nvidia-cuda -target-cpu sm_70 -target-feature +ptx85 -O2 -ffp-contract=off
    -relaxed-aliasing -mllvm -disable-vector-combine -discard-value-names -Wall -emit-llvm-bc)
  set(cpp_flags ${target} -x c++ -std=c++20 -fnative-half-type -fnative-half-arguments-and-returns)
  set(cl_flags ${target} -x cl -cl-std=clc++2021 -cl-ext=+all -D__opencl_c_read_write_images=1
    -internal-isystem ${KCAST_CLANG_RESOURCE_DIR}/include)
  file(GLOB device_headers CONFIGURE_DEPENDS ${device}/opencl_*.h)

  # Each row: a source, and the element widths (or destination types) that get a module of their own.
  set(rows
    "opencl_work_item.cpp" "opencl_work_group.cpp" "opencl_runtime.cpp" "opencl_image.cl" "opencl_atomic_1x.cpp"
    "opencl_atomic.cl|16|32|64" "opencl_math.cpp|16|32|64" "opencl_math_inline.cpp|16|32|64"
    "opencl_integer.cpp|8|16|32|64" "opencl_relational.cpp|8|16|32|64" "opencl_shuffle.cpp|8|16|32|64"
    "opencl_memory.cpp|8|16|32|64" "opencl_subgroup.cpp|8|16|32|64" "opencl_async.cl|8|16|32|64"
    "opencl_convert.cpp|char|uchar|short|ushort|int|uint|long|ulong|half|float|double"
    "opencl_math_fast.cpp")
  set(parts)
  foreach(row IN LISTS rows)
    string(REPLACE "|" ";" variants "${row}")
    list(POP_FRONT variants source)
    cmake_path(GET source STEM stem)
    cmake_path(GET source EXTENSION extension)
    if(NOT variants)
      set(variants all)
    endif()
    foreach(variant IN LISTS variants)
      set(defines)
      if(variant MATCHES "^[0-9]+$")
        set(defines -DKC_ONLY=${variant})
      elseif(NOT variant STREQUAL "all")
        set(defines -DKC_TO=${variant})
        if(variant MATCHES "^(half|float|double)$")
          list(APPEND defines -DKC_TO_FLOATING_POINT)
        endif()
      endif()
      set(flags ${cpp_flags})
      if(extension STREQUAL ".cl")
        set(flags ${cl_flags})
      endif()
      set(part ${out}/${stem}_${variant}.bc)
      add_custom_command(OUTPUT ${part}
        COMMAND ${KCAST_CLANG} ${flags} ${defines} -o ${part} ${device}/${source}
        DEPENDS ${device}/${source} ${device_headers} VERBATIM
        COMMENT "Compiling ${source} (${variant}) for the GPU")
      list(APPEND parts ${part})
    endforeach()
  endforeach()

  set(fast ${out}/opencl_math_fast_all.bc)
  list(REMOVE_ITEM parts ${fast})
  set(archive ${out}/opencl.a)
  add_custom_command(OUTPUT ${archive}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${KCAST_LLVM_AR} rcsD ${archive} ${parts}
    DEPENDS ${parts} VERBATIM COMMENT "Archiving the OpenCL library")
  set(${archive_variable} ${archive} PARENT_SCOPE)
  set(${fast_variable} ${fast} PARENT_SCOPE)
endfunction()
