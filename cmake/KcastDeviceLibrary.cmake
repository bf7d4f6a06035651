# kcast_device_library(<name> SOURCES ... FLAGS ...)
# Compiles each source with Clang to LLVM bitcode for the GPU, links them into
# one file and embeds it: <build>/<name>.cpp defines kcast::embedded_<name>().
function(kcast_device_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;FLAGS;DEPENDS")
  set(parts)
  foreach(source IN LISTS ARG_SOURCES)
    cmake_path(GET source STEM stem)
    set(part ${CMAKE_CURRENT_BINARY_DIR}/${stem}.bc)
    add_custom_command(OUTPUT ${part}
      COMMAND ${KCAST_CLANG} ${ARG_FLAGS} -target nvptx64-nvidia-cuda -O2 -emit-llvm -c
        -nostdinc -Wno-unknown-cuda-version -MD -MF ${part}.d
        ${source} -o ${part}
      DEPENDS ${source} ${ARG_DEPENDS} DEPFILE ${part}.d VERBATIM
      COMMENT "Compiling ${source} for the GPU")
    list(APPEND parts ${part})
  endforeach()
  set(bitcode ${CMAKE_CURRENT_BINARY_DIR}/${name}.bc)
  add_custom_command(OUTPUT ${bitcode}
    COMMAND ${KCAST_LLVM_LINK} ${parts} -o ${bitcode} DEPENDS ${parts} VERBATIM
    COMMENT "Linking ${name}")
  kcast_embed_binary(${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp
    ACCESSOR embedded_${name} FILE ${bitcode})
endfunction()
