# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOBJDUMP=<objdump> -DLEFT=<object> -DRIGHT=<object> -P same_code.cmake: fails unless both have the same
# machine code, whatever its functions are named.
function(read_code object result)
    execute_process(COMMAND "${OBJDUMP}" -d "${object}" OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\n +[0-9a-f]+:\t[0-9a-f ]+" code "${text}")
    if(NOT code)
        message(FATAL_ERROR "${object} has no machine code")
    endif()
    set(${result} "${code}" PARENT_SCOPE)
endfunction()
read_code("${LEFT}" left)
read_code("${RIGHT}" right)
if(NOT left STREQUAL right)
    message(FATAL_ERROR "the machine code of ${LEFT} and ${RIGHT} differs")
endif()
