# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Unit tests of the tool.
add_test_program(tools tools/onnx2hpp onnx2hpp_core)
tigris_precompile(test_tools <doctest/doctest.h> <onnx/onnx_pb.h> <filesystem> <fstream>)
target_compile_definitions(test_tools PRIVATE "TIGRIS_TESTS=\"${CMAKE_CURRENT_SOURCE_DIR}\"")
tigris_compile_by_folder(test_tools)
# It shares names with helpers/planned.hpp, which files beside it include.
set_source_files_properties(tools/onnx2hpp/plan/memories_left.cpp PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON)
if(CMAKE_CXX_FLAGS_RELEASE MATCHES "-O2")
    target_compile_options(test_tools PRIVATE -O0)
endif()

# add_tool_tests(<name> <option of doctest>...)
function(add_tool_tests name)
    add_test(NAME ${name} COMMAND test_tools ${ARGN})
endfunction()

# A test for each folder, and one for the files beside them.
set(tests "*/tests/tools/onnx2hpp")
set(takes_minutes_with_sanitizers "${tests}/onnx/folding_memory.cpp")
set(long_loops "a loop that would become too many nodes is refused")
file(GLOB folders RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/tools/onnx2hpp" CONFIGURE_DEPENDS
     LIST_DIRECTORIES ON "${CMAKE_CURRENT_SOURCE_DIR}/tools/onnx2hpp/*")
list(FILTER folders EXCLUDE REGEX "[.]")
add_tool_tests(tools.files "--source-file=${tests}/*" "--source-file-exclude=${tests}/*/*")
foreach(folder IN LISTS folders)
    add_tool_tests(tools.${folder} "--source-file=${tests}/${folder}/*"
                   "--source-file-exclude=${takes_minutes_with_sanitizers}"
                   "--test-case-exclude=${long_loops}")
endforeach()
add_tool_tests(tools.memory "--source-file=${takes_minutes_with_sanitizers}")
add_tool_tests(tools.memory.loops "--test-case=${long_loops}")
