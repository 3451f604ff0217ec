# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOBJDUMP=<objdump> -DOBJECT=<object> -P no_aligned_pc.cmake: fails if an instruction rounds pc down to a
# multiple of 4 in a function that is aligned below 4. adr does, and every load relative to pc; tbb and tbh do not.
include("${CMAKE_CURRENT_LIST_DIR}/loose_code.cmake")
execute_process(COMMAND "${OBJDUMP}" -d --no-show-raw-insn "${OBJECT}" OUTPUT_VARIABLE text
                COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," text "${text}")
string(REPLACE "[" "(" text "${text}")
string(REPLACE "]" ")" text "${text}")
string(REPLACE "Disassembly of section " ";" functions "${text}")
foreach(function IN LISTS functions)
    string(REGEX MATCH "^[^\n]*:" section "${function}")
    string(REGEX REPLACE ":$" "" section "${section}")
    if(NOT section IN_LIST loose_code)
        continue()
    endif()
    string(REGEX REPLACE "\ttb[bh]\t[^\n]*" "" function "${function}")
    if(function MATCHES "\n[^\n]*\t(adr[.a-z]*\t|(add|sub)[.a-z]*\t[a-z0-9]+, pc, #|[^\n]*\\(pc[,)])[^\n]*")
        message(FATAL_ERROR "pc is rounded: ${CMAKE_MATCH_0}\nin ${section}, which is aligned below 4")
    endif()
endforeach()
list(LENGTH loose_code count)
message(STATUS "${count} functions run at every even address")
