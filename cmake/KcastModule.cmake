# One INTERFACE target carries the language level and the warnings of our code.
add_library(kcast_options INTERFACE)
target_compile_features(kcast_options INTERFACE cxx_std_20)
target_include_directories(kcast_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(kcast_options INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
  -ffunction-sections -fdata-sections)
# GCC looks for garbage from 128 MB on; its units with Clang's headers take 900 MB anyhow. Letting the
# others grow as far takes an eighth less time.
target_compile_options(kcast_options INTERFACE
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:--param=ggc-min-heapsize=524288>)

# kcast_hot(<target>): code that tests would wait for for minutes is optimised in debug builds, too.
function(kcast_hot target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Debug>:-O1>)
endfunction()

# kcast_cold(<target>): code that reads options, files and JSON. Optimising it gains a user nothing,
# and takes half of the time of a first build.
function(kcast_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# kcast_reuse_headers(<target>): what nearly every cold source includes is compiled once for all of
# them (a quarter of their time), in unity builds; others check that each file includes what it uses.
function(kcast_reuse_headers target)
  if(NOT CMAKE_UNITY_BUILD)
    return()
  endif()
  if(NOT TARGET kcast_headers)
    find_package(nlohmann_json REQUIRED)
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers/headers.cpp CONTENT "" @ONLY)
    add_library(kcast_headers STATIC EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/headers/headers.cpp)
    target_link_libraries(kcast_headers PRIVATE kcast_options nlohmann_json::nlohmann_json)
    kcast_cold(kcast_headers)
    target_precompile_headers(kcast_headers PRIVATE <nlohmann/json.hpp> <algorithm> <filesystem>
      <fstream> <functional> <iostream> <map> <memory> <optional> <set> <span> <sstream> <string>
      <string_view> <vector>)
  endif()
  target_precompile_headers(${target} REUSE_FROM kcast_headers)
endfunction()

# kcast_module(<name> SOURCES ... [DEPS public...] [PRIVATE_DEPS ...] [TESTS ...] [HOT] [OWN_HEADERS])
# Declares the library kcast::<name> of src/<name>, and one ctest per *_test.cpp.
# DEPS are kcast modules whose headers appear in ours; PRIVATE_DEPS never leak. HOT: see kcast_hot;
# without it, kcast_cold. OWN_HEADERS: the module precompiles headers of its own.
function(kcast_module name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "HOT;OWN_HEADERS" "" "SOURCES;DEPS;PRIVATE_DEPS;TESTS")
  add_library(kcast_${name} STATIC ${ARG_SOURCES})
  if(ARG_HOT)
    kcast_hot(kcast_${name})
  else()
    kcast_cold(kcast_${name})
    if(NOT ARG_OWN_HEADERS)
      kcast_reuse_headers(kcast_${name})
    endif()
  endif()
  add_library(kcast::${name} ALIAS kcast_${name})
  target_link_libraries(kcast_${name} PUBLIC kcast_options ${ARG_DEPS} PRIVATE ${ARG_PRIVATE_DEPS})
  foreach(source IN LISTS ARG_TESTS)
    kcast_test(${source} MODULE ${name} DEPS kcast::${name} ${ARG_PRIVATE_DEPS})
  endforeach()
endfunction()

set(KCAST_TEST_ENVIRONMENT "")
set(KCAST_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "fsanitize")
  set(KCAST_SANITIZED ON)
endif()
# Clang frees nothing on purpose, and Debian's libraries are not instrumented.
if(CMAKE_CXX_FLAGS MATCHES "fsanitize=address")
  set(KCAST_TEST_ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0:detect_container_overflow=0:allow_user_poisoning=0")
endif()

# What nearly every test includes, compiled once for all of them.
if(KCAST_LONG_TESTS)
  find_package(nlohmann_json REQUIRED)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/tests/test_headers.cpp CONTENT "" @ONLY)
  add_library(kcast_test_headers STATIC EXCLUDE_FROM_ALL
    ${PROJECT_BINARY_DIR}/tests/test_headers.cpp)
  target_link_libraries(kcast_test_headers PRIVATE kcast_options GTest::gtest
    nlohmann_json::nlohmann_json)
  target_compile_options(kcast_test_headers PRIVATE -O0)
  target_precompile_headers(kcast_test_headers PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>
    <algorithm> <cmath> <filesystem> <fstream> <map> <optional> <set> <span> <sstream> <string>
    <string_view> <thread> <vector>)
endif()

# kcast_test_name(<room/x_test.cpp> <out>): room_x_test, or x_test where that begins with the room.
function(kcast_test_name source out)
  cmake_path(GET source STEM name)
  cmake_path(GET source PARENT_PATH rooms)
  while(rooms)
    cmake_path(GET rooms FILENAME room)
    if(NOT name MATCHES "^${room}_")
      set(name ${room}_${name})
    endif()
    cmake_path(GET rooms PARENT_PATH rooms)
  endwhile()
  set(${out} ${name} PARENT_SCOPE)
endfunction()

# kcast_test(<x_test.cpp> MODULE <label> DEPS ... [TIMEOUT s] [LABELS ...] [LONG [UNSANITIZED]])
# One executable and one ctest of a GoogleTest file. LONG: it works for minutes, on code that
# is optimised; in the full run it belongs to the release build. UNSANITIZED: to it alone.
function(kcast_test source)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "LONG;UNSANITIZED" "MODULE;TIMEOUT" "DEPS;LABELS")
  if(NOT KCAST_UNIT_TESTS AND NOT (KCAST_LONG_TESTS AND ARG_LONG))
    return()
  endif()
  if(ARG_UNSANITIZED AND KCAST_SANITIZED)
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  kcast_test_name(${source} test)
  add_executable(${test} ${source})
  set_target_properties(${test} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  target_link_libraries(${test} PRIVATE ${ARG_DEPS} GTest::gtest_main)
  # A test's own code does little; most of compiling it would be optimising GoogleTest.
  target_compile_options(${test} PRIVATE -O0)
  # Code that includes LLVM's headers is compiled without exceptions.
  if(NOT kcast_llvm IN_LIST ARG_DEPS)
    target_precompile_headers(${test} REUSE_FROM kcast_test_headers)
  endif()
  if(NOT KCAST_UNIT_TESTS)
    set_target_properties(${test} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(kcast-long-tests ${test})
    list(APPEND ARG_LABELS release)
  endif()
  target_compile_definitions(${test} PRIVATE KCAST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  add_test(NAME ${ARG_MODULE}.${test} COMMAND ${test})
  set_tests_properties(${ARG_MODULE}.${test} PROPERTIES
    LABELS "unit;${ARG_MODULE};${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} ENVIRONMENT "${KCAST_TEST_ENVIRONMENT}")
endfunction()
