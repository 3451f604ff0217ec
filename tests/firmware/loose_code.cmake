# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# For scripts with -DOBJDUMP=<objdump> -DOBJECT=<object>: sets `loose_code` to the object's functions, by section,
# that the linker may place at every even address. Fails if there are none.
cmake_policy(VERSION 3.21)
execute_process(COMMAND "${OBJDUMP}" -h -w "${OBJECT}" OUTPUT_VARIABLE headers
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" headers "${headers}")
set(loose_code)
foreach(header IN LISTS headers)
    if(header MATCHES "^ *[0-9]+ (\\.text\\.[^ ]+) .* 2\\*\\*[01] .*CODE")
        list(APPEND loose_code "${CMAKE_MATCH_1}")
    endif()
endforeach()
if(NOT loose_code)
    message(FATAL_ERROR "${OBJECT}: no function is aligned below 4")
endif()
