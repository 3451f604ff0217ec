# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tests of the project beside this file, whose CMakeLists.txt is the stranger's.
set(source "${CMAKE_CURRENT_LIST_DIR}")
set(model "${PROJECT_SOURCE_DIR}/tests/models/conv_int8/model.onnx")

# add_consumer_test(<name> [<-D of build.cmake>...] -- [<option of the configuration>...])
# The test's command begins with <prefix>.
function(add_consumer_test name)
    set(script -P "${source}/build.cmake")
    set(arguments ${ARGN})
    list(FIND arguments "--" dashes)
    list(INSERT arguments ${dashes} ${script})
    add_test(NAME consumer.${name}
             COMMAND ${prefix} "${CMAKE_COMMAND}" "-DFOLDER=${CMAKE_CURRENT_BINARY_DIR}/consumer_${name}"
                     "-DMODEL=${model}" ${arguments})
    set_tests_properties(consumer.${name} PROPERTIES RUN_SERIAL TRUE)
endfunction()

set(same_compiler "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}")
if(TIGRIS_CCACHE)
    list(APPEND same_compiler "-DCMAKE_CXX_COMPILER_LAUNCHER=${TIGRIS_CCACHE}")
endif()
add_consumer_test(installed "-DINSTALL=${PROJECT_BINARY_DIR}" -DRUN=ON -- ${same_compiler})
add_consumer_test(subfolder -DRUN=ON -- ${same_compiler} "-DTIGRIS_SOURCE=${PROJECT_SOURCE_DIR}"
                  "-DTIGRIS_ONNX2HPP=${PROJECT_BINARY_DIR}/tools/onnx2hpp/onnx2hpp")

find_program(TIGRIS_ARM_COMPILER arm-none-eabi-g++)
if(TIGRIS_ARM_COMPILER)
    set(toolchain "-DCMAKE_TOOLCHAIN_FILE=${PROJECT_SOURCE_DIR}/cmake/toolchains/cortex-m4.cmake")
    add_consumer_test(cross_installed "-DINSTALL=${PROJECT_BINARY_DIR}" -DBESIDE=ON -- ${toolchain})
    set(toolchains "${CMAKE_CURRENT_BINARY_DIR}/consumer_board_installed/prefix/share/tigris/cmake/toolchains")
    add_consumer_test(board_installed "-DINSTALL=${PROJECT_BINARY_DIR}" -- "--toolchain=${toolchains}/board.cmake"
                      -DTIGRIS_BOARD=stm32h743 -DCMAKE_BUILD_TYPE=Release)
    # It builds the tool into a cache of its own: one of CI's long jobs (left_out in scripts/test).
    string(CONCAT as_here "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} "
                          "-DCMAKE_CXX_FLAGS_RELEASE=${CMAKE_CXX_FLAGS_RELEASE} "
                          "-DTIGRIS_WERROR=${TIGRIS_WERROR}")
    set(prefix ${drawn} long_job --choice 1/5)
    add_consumer_test(cross_subfolder -- ${toolchain} "-DTIGRIS_SOURCE=${PROJECT_SOURCE_DIR}"
                      "-DTIGRIS_HOST_TOOL_OPTIONS=${as_here}"
                      "-DTIGRIS_TOOL_CACHE=${CMAKE_CURRENT_BINARY_DIR}/consumer_cross_subfolder/cache")
    unset(prefix)
    set_tests_properties(consumer.cross_subfolder PROPERTIES SKIP_RETURN_CODE 77)
endif()

add_drawn_test(consumer.printed_call
         ${Python3_EXECUTABLE} -B "${source}/printed_call_test.py" $<TARGET_FILE:onnx2hpp> ${CMAKE_CXX_COMPILER}
                 "${PROJECT_SOURCE_DIR}/tests/models/conv_int8/model.onnx"
                 "${PROJECT_SOURCE_DIR}/tests/models/wave_float/model.onnx")
add_test(NAME consumer.first_model
         COMMAND ${Python3_EXECUTABLE} -B "${source}/first_model_test.py" "${CMAKE_COMMAND}"
                 "${PROJECT_BINARY_DIR}")

foreach(case IN ITEMS firmware other_options host release own_flags own_options)
    add_test(NAME consumer.build_type.${case}
             COMMAND "${CMAKE_COMMAND}" -DCASE=${case} -P "${source}/build_type.cmake")
    set_tests_properties(consumer.build_type.${case} PROPERTIES
                         FAIL_REGULAR_EXPRESSION "not optimized")
endforeach()
set_tests_properties(consumer.build_type.firmware consumer.build_type.other_options PROPERTIES
                     FAIL_REGULAR_EXPRESSION "" PASS_REGULAR_EXPRESSION "not optimized")
add_test(NAME consumer.find_tool COMMAND ${Python3_EXECUTABLE} -B "${source}/find_tool_test.py" "${CMAKE_COMMAND}")
add_drawn_test(consumer.converted_again
         ${Python3_EXECUTABLE} -B "${source}/converted_again_test.py" "${CMAKE_COMMAND}" $<TARGET_FILE:onnx2hpp>)
add_test(NAME consumer.wrong_calls
         COMMAND ${Python3_EXECUTABLE} -B "${source}/wrong_calls_test.py" "${CMAKE_COMMAND}" $<TARGET_FILE:onnx2hpp>
                 "${PROJECT_SOURCE_DIR}/examples/01_hello/sine.onnx")
add_test(NAME consumer.tool_options COMMAND "${CMAKE_COMMAND}" -P "${source}/tool_options.cmake")

# Without a budget of its own a program has that of its models' headers, the smallest.
foreach(bytes IN ITEMS 1000 300)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/flash_of_${bytes}.hpp"
         "    static constexpr tigris::target default_target{.fast = 64, .flash = ${bytes}};\n")
endforeach()
set(headers "${CMAKE_CURRENT_BINARY_DIR}/flash_of_1000.hpp;${CMAKE_CURRENT_BINARY_DIR}/flash_of_300.hpp")
add_test(NAME consumer.flash_of_headers
         COMMAND "${CMAKE_COMMAND}" -DREADELF=${CMAKE_READELF} -DNM=${CMAKE_NM}
                 -DELF=$<TARGET_FILE:onnx2hpp> -DBUDGET= "-DHEADERS=${headers}"
                 -P "${PROJECT_SOURCE_DIR}/cmake/tigris_compare_flash.cmake")
set_tests_properties(consumer.flash_of_headers PROPERTIES
                     PASS_REGULAR_EXPRESSION "more than the budget[ \n]+of 300[^0-9]")

# Zeroed memory is not in flash, so its arrays are not named.
add_executable(flash_user "${source}/flash_user.cpp")
add_test(NAME consumer.flash_contributors
         COMMAND "${CMAKE_COMMAND}" -DREADELF=${CMAKE_READELF} -DNM=${CMAKE_NM}
                 -DELF=$<TARGET_FILE:flash_user> -DBUDGET=100
                 -P "${PROJECT_SOURCE_DIR}/cmake/tigris_compare_flash.cmake")
set_tests_properties(consumer.flash_contributors PROPERTIES
                     PASS_REGULAR_EXPRESSION "3000 constant_bytes" FAIL_REGULAR_EXPRESSION "zeroed_bytes")
