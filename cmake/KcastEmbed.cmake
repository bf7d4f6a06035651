# Files that travel inside the binary.

# kcast_embed_texts(<out.cpp> ACCESSOR <function> ROOT <dir> FILES ...)
# A generated source that defines `std::span<const kcast::NamedText> kcast::<function>()`,
# one entry per text file, named by its path below ROOT.
function(kcast_embed_texts output)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "ACCESSOR;ROOT" "FILES")
  list(JOIN ARG_FILES "|" files)
  # A command line has an end, and there are hundreds of authored programs.
  string(REPLACE "${ARG_ROOT}/" "" files "${files}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DACCESSOR=${ARG_ACCESSOR} -DROOT=${ARG_ROOT}
      "-DFILES=${files}" -P ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    DEPENDS ${ARG_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake
    VERBATIM COMMENT "Embedding ${ARG_ACCESSOR}")
  # Generated files all use the same names.
  set_property(SOURCE ${output} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# kcast_embed_binary(<out.cpp> ACCESSOR <function> FILE <file>)
# A generated source that defines `std::string_view kcast::<function>()` over the file's bytes.
function(kcast_embed_binary output)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "ACCESSOR;FILE" "")
  set(KCAST_EMBED_SYMBOL ${ARG_ACCESSOR})
  set(KCAST_EMBED_FILE ${ARG_FILE})
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embed_binary.cpp.in ${output} @ONLY)
  set_property(SOURCE ${output} APPEND PROPERTY OBJECT_DEPENDS ${ARG_FILE})
  set_property(SOURCE ${output} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
