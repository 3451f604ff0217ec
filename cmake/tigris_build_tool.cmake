# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds onnx2hpp for this machine, unless it was: FOLDER/onnx2hpp, which is whole or not there.
# cmake -DSOURCE=<TiGrIS> -DFOLDER=<folder> -DGENERATOR=<generator> [-DOPTIONS=<options of CMake>]
#       -P tigris_build_tool.cmake
set(tool "onnx2hpp${CMAKE_HOST_EXECUTABLE_SUFFIX}")
file(MAKE_DIRECTORY "${FOLDER}")
file(LOCK "${FOLDER}/lock" GUARD PROCESS)  # another project may build the same
if(EXISTS "${FOLDER}/${tool}")
    return()
endif()
message("tigris: building onnx2hpp in ${FOLDER}, once for this machine. It takes some minutes.")

set(build "${FOLDER}/build")
set(cmake "${CMAKE_COMMAND}" -E env --unset=CC --unset=CXX --unset=CFLAGS --unset=CXXFLAGS --unset=LDFLAGS
          --unset=CMAKE_TOOLCHAIN_FILE "${CMAKE_COMMAND}")
separate_arguments(options UNIX_COMMAND "${OPTIONS}")
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
execute_process(COMMAND ${cmake} -G "${GENERATOR}" -S "${SOURCE}" -B "${build}" -DCMAKE_BUILD_TYPE=Release
                        -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DTIGRIS_BUILD_TESTS=OFF -DTIGRIS_INSTALL=OFF ${options}
                RESULT_VARIABLE failed)
if(failed STREQUAL "0")
    execute_process(COMMAND ${cmake} --build "${build}" --config Release --target onnx2hpp --parallel ${cores}
                    RESULT_VARIABLE failed)
endif()
file(GLOB_RECURSE made "${build}/tools/onnx2hpp/${tool}")
if(NOT failed STREQUAL "0" OR made STREQUAL "")
    message(FATAL_ERROR "tigris: onnx2hpp does not build here; the reason is above. ${SOURCE}/scripts/setup build "
                        "installs what it needs on Debian. Elsewhere the tool's package for npm needs Node alone, "
                        "and TIGRIS_ONNX2HPP names any other (docs/getting_started/install.md)")
endif()
file(RENAME "${made}" "${FOLDER}/${tool}")
file(REMOVE_RECURSE "${build}")
