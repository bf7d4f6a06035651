# Writes a source that says which texts a build was made of: cmake -DOUTPUT=<out.cpp>
# -DROOT=<dir> -DFOLDERS=<a|b|...> -P fingerprint.cmake. Tests and CMake files do not count.
string(REPLACE "|" ";" folders "${FOLDERS}")
set(sums "")
foreach(folder IN LISTS folders)
  file(GLOB_RECURSE files LIST_DIRECTORIES false ${ROOT}/${folder}/*)
  list(SORT files)
  foreach(file IN LISTS files)
    if(NOT file MATCHES "(_test[.]cpp|_test_data[.]h|CMakeLists[.]txt)$")
      file(SHA256 ${file} sum)
      string(APPEND sums "${file} ${sum}\n")
    endif()
  endforeach()
endforeach()
string(REPLACE "${ROOT}/" "" sums "${sums}")
string(SHA256 whole "${sums}")
string(SUBSTRING ${whole} 0 12 short)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "eval/fingerprint.h"

namespace kcast::eval {

std::string_view source_fingerprint() {
  return "@short@";
}

}  // namespace kcast::eval
]])
