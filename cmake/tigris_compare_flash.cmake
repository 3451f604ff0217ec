# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DREADELF=<readelf> -DNM=<nm> -DELF=<program> -DBUDGET=<bytes> [-DHEADERS=<header>;...]
#       -P tigris_compare_flash.cmake: fails if the program's image is larger than the budget, and names
# the largest functions and constants. Without a budget it is the smallest that the headers name.
cmake_minimum_required(VERSION 3.21)
set(most_contributors 12)
set(longest_name 100)

# Sets <result> to the bytes that are written to flash: what the file holds of each loaded segment.
function(find_image_bytes result)
    execute_process(COMMAND "${READELF}" -lW "${ELF}" OUTPUT_VARIABLE segments
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "\n +LOAD +0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+ 0x[0-9a-f]+" loaded
           "${segments}")
    if(NOT loaded)
        message(FATAL_ERROR "tigris_check_flash: ${READELF} finds no loaded segment in ${ELF}")
    endif()
    set(bytes 0)
    foreach(segment IN LISTS loaded)
        string(REGEX MATCH "0x[0-9a-f]+$" in_file "${segment}")
        math(EXPR bytes "${bytes} + ${in_file}")
    endforeach()
    set(${result} ${bytes} PARENT_SCOPE)
endfunction()

# Sets <result> to the smallest budget of flash in the default targets of generated headers.
function(find_budget result headers)
    set(least "")
    foreach(header IN LISTS headers)
        file(STRINGS "${header}" line REGEX "target default_target{" LIMIT_COUNT 1)
        if("${line}" MATCHES "\\.flash = ([0-9]+)")
            set(bytes "${CMAKE_MATCH_1}")
            if(least STREQUAL "" OR bytes LESS least)
                set(least "${bytes}")
            endif()
        endif()
    endforeach()
    if(least STREQUAL "")
        message(FATAL_ERROR "tigris_check_flash: no header of ${ELF} names a budget of flash; give one")
    endif()
    set(${result} "${least}" PARENT_SCOPE)
endfunction()

# Sets <result> to the sections that take memory, but nothing in the file.
function(find_zeroed_sections result)
    execute_process(COMMAND "${READELF}" -SW "${ELF}" OUTPUT_VARIABLE sections
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^] ]+ +NOBITS" sections "${sections}")
    list(TRANSFORM sections REPLACE " +NOBITS" "")
    set(${result} "${sections}" PARENT_SCOPE)
endfunction()

# Sets <result> to lines of bytes and names: the largest symbols of what is in the file.
function(list_contributors result)
    find_zeroed_sections(zeroed)
    execute_process(COMMAND "${NM}" -C -f sysv --size-sort -r "${ELF}" OUTPUT_VARIABLE symbols
                    COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE ";" "," symbols "${symbols}")
    string(REGEX MATCHALL "[^\n]+\\|[0-9a-f]+\\|[^|\n]*\\|[^|\n]+" symbols "${symbols}")
    set(lines "")
    set(listed 0)
    foreach(symbol IN LISTS symbols)
        # name, value, class, type | size | line | section
        string(REGEX MATCH "^(.*[^ ]) *\\|[^|]+\\|[^|]+\\|[^|]+\\|([0-9a-f]+)\\|[^|]*\\|(.+)$" symbol "${symbol}")
        if(listed LESS most_contributors AND NOT "${CMAKE_MATCH_3}" IN_LIST zeroed)
            math(EXPR bytes "0x${CMAKE_MATCH_2}")
            string(SUBSTRING "${CMAKE_MATCH_1}" 0 ${longest_name} name)
            string(APPEND lines "\n  ${bytes} ${name}")
            math(EXPR listed "${listed} + 1")
        endif()
    endforeach()
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()

if("${BUDGET}" STREQUAL "")
    find_budget(BUDGET "${HEADERS}")
endif()
find_image_bytes(image_bytes)
get_filename_component(name "${ELF}" NAME)
if(image_bytes GREATER BUDGET)
    list_contributors(contributors)
    math(EXPR excess "${image_bytes} - ${BUDGET}")
    message(FATAL_ERROR "tigris: ${name} takes ${image_bytes} bytes of flash, ${excess} more than the "
                        "budget of ${BUDGET}; raise it, or shrink what takes most (bytes):"
                        "${contributors}")
endif()
message(STATUS "${name} takes ${image_bytes} of ${BUDGET} bytes of flash")
