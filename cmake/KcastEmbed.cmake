# Files that travel inside the binary.

# kcast_embed_namespace(<out>): that of the module whose CMakeLists.txt calls, or NAMESPACE.
macro(kcast_embed_namespace out)
  set(${out} ${ARG_NAMESPACE})
  if(NOT ${out})
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/src
      OUTPUT_VARIABLE ${out})
    string(REGEX REPLACE "/.*" "" ${out} "kcast::${${out}}")
  endif()
endmacro()

# kcast_embed_texts(<out.cpp> ACCESSOR <function> ROOT <dir> FILES ... [NAMESPACE <name>])
# A generated source that defines `std::span<const kcast::NamedText> <function>()` in the module's
# namespace, one entry per text file, named by its path below ROOT.
function(kcast_embed_texts output)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "ACCESSOR;ROOT;NAMESPACE" "FILES")
  kcast_embed_namespace(namespace)
  list(JOIN ARG_FILES "|" files)
  # A command line has an end, and there are hundreds of authored programs.
  string(REPLACE "${ARG_ROOT}/" "" files "${files}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DACCESSOR=${ARG_ACCESSOR}
      -DNAMESPACE=${namespace} -DROOT=${ARG_ROOT}
      "-DFILES=${files}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${ARG_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    VERBATIM COMMENT "Embedding ${ARG_ACCESSOR}")
  # Generated files all use the same names.
  set_property(SOURCE ${output} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# kcast_embed_binary(<out.cpp> ACCESSOR <function> FILE <file> [NAMESPACE <name>])
# A generated source that defines `std::string_view <function>()` over the file's bytes, in the
# module's namespace.
function(kcast_embed_binary output)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "ACCESSOR;FILE;NAMESPACE" "")
  kcast_embed_namespace(KCAST_EMBED_NAMESPACE)
  set(KCAST_EMBED_SYMBOL ${ARG_ACCESSOR})
  set(KCAST_EMBED_FILE ${ARG_FILE})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embed_binary.cpp.in ${output} @ONLY)
  set_property(SOURCE ${output} APPEND PROPERTY OBJECT_DEPENDS ${ARG_FILE})
  set_property(SOURCE ${output} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
