# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOBJDUMP=<objdump> -DELF=<program> -P no_indirect_call.cmake: fails if a function of the library calls
# or jumps through a register or a table.
execute_process(COMMAND "${OBJDUMP}" -d -C --no-show-raw-insn "${ELF}" OUTPUT_VARIABLE text
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," text "${text}")
string(REPLACE "[" "(" text "${text}")
string(REPLACE "]" ")" text "${text}")
string(REPLACE "ldr.w\tpc, (sp), #4" "pop\t{pc}" text "${text}")  # a return
string(REPLACE "\n\n" ";" functions "${text}")
set(seen 0)
foreach(function IN LISTS functions)
    if(NOT function MATCHES "^\n?[0-9a-f]+ <[^\n]*tigris::(execution|kernels)::")
        continue()
    endif()
    math(EXPR seen "${seen} + 1")
    if(function MATCHES "^\n?[0-9a-f]+ <[^\n]*arm_dsp_kernels::(run_job|multiply_patches)<")  # jumps into its own loops
        string(REGEX REPLACE "\t(ldr.w\tpc, .sp, #(4|16|20|24).|bxeq\tr7)" "\tb" function "${function}")
    endif()
    if(function MATCHES "\n[^\n]*\t(blx\tr[0-9]|bx\tr[0-9]|tbb|tbh|ldr[.a-z]*\tpc,|mov\tpc,)[^\n]*")
        message(FATAL_ERROR "indirect: ${CMAKE_MATCH_0} in ${function}")
    endif()
endforeach()
if(seen EQUAL 0)
    message(FATAL_ERROR "${ELF} holds no function of the library")
endif()
message(STATUS "${seen} functions of the library call only what they name")
