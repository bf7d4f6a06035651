# kcast_llvm: Clang and LLVM 19, the only way our code reaches them.
#
# Dynamic for development (links in a second); static for the release binary.
# Clang's exported CMake targets pull in libLLVM.so beside the archives, and two
# copies of LLVM in one process abort at start-up, so the archives are listed by
# hand: Clang's in one link group, LLVM's as llvm-config orders them.
find_program(KCAST_LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
find_program(KCAST_CLANG NAMES clang-19 REQUIRED)
find_program(KCAST_LLVM_LINK NAMES llvm-link-19 REQUIRED)
find_program(KCAST_LLVM_AR NAMES llvm-ar-19 REQUIRED)
find_program(KCAST_LLD NAMES ld.lld-19)

function(kcast_llvm_config out)
  execute_process(COMMAND ${KCAST_LLVM_CONFIG} ${ARGN}
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

kcast_llvm_config(KCAST_LLVM_INCLUDE --includedir)
kcast_llvm_config(KCAST_LLVM_LIBDIR --libdir)
kcast_llvm_config(KCAST_LLVM_VERSION --version)
set(KCAST_CLANG_RESOURCE_DIR ${KCAST_LLVM_LIBDIR}/clang/19)

add_library(kcast_llvm INTERFACE)
target_include_directories(kcast_llvm SYSTEM INTERFACE ${KCAST_LLVM_INCLUDE})
# Debian's LLVM has no RTTI, so neither has what derives from its classes; the preset asan
# leaves out the check of virtual table pointers, which needs it.
target_compile_options(kcast_llvm INTERFACE -fno-exceptions -fno-rtti)
target_compile_definitions(kcast_llvm INTERFACE
  _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)

if(KCAST_STATIC_LLVM)
  # All of Clang: --gc-sections drops what nothing reaches.
  file(GLOB clang_archives ${KCAST_LLVM_LIBDIR}/libclang[A-Z]*.a)
  kcast_llvm_config(llvm_libs --link-static --libs nvptx frontendopenmp frontendoffloading
    frontendhlsl coverage lto option windowsdriver frontenddriver hipstdpar passes
    instrumentation bitreader bitwriter linker irreader object)
  separate_arguments(llvm_libs)
  target_link_libraries(kcast_llvm INTERFACE
    -L${KCAST_LLVM_LIBDIR} -Wl,--start-group ${clang_archives} -Wl,--end-group ${llvm_libs}
    z zstd m dl pthread)
  target_link_options(kcast_llvm INTERFACE -Wl,--gc-sections -static-libstdc++ -static-libgcc
    # Without it the loader would patch a quarter of a million addresses at every start.
    -no-pie
    # Two functions of LLVM are ours: see src/frontend/openmp/offload_entries.h.
    -Wl,--wrap=_ZN4llvm15OpenMPIRBuilder23loadOffloadInfoMetadataENS_9StringRefE
    -Wl,--wrap=_ZN4llvm15OpenMPIRBuilder24getTargetEntryUniqueInfoESt8functionIFSt5tupleIJNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEmEEvEENS_9StringRefE)
  target_compile_definitions(kcast_llvm INTERFACE KCAST_WRAPS_LLVM)
else()
  target_link_libraries(kcast_llvm INTERFACE
    ${KCAST_LLVM_LIBDIR}/libclang-cpp.so.19.1 ${KCAST_LLVM_LIBDIR}/libLLVM.so.19.1)
endif()
if(KCAST_LLD)
  # GCC finds lld under this name only.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/linker)
  file(CREATE_LINK ${KCAST_LLD} ${PROJECT_BINARY_DIR}/linker/ld.lld SYMBOLIC)
  target_link_options(kcast_options INTERFACE -B${PROJECT_BINARY_DIR}/linker -fuse-ld=lld)
endif()
