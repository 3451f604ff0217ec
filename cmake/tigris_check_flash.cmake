# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_check_flash(<target> [<budget>])
#
# Compares the flash that the linked <target> takes, code included, with the budget whenever it is
# linked. A program that is too large fails the build, which names what takes most. <budget> is a
# number of bytes, or one with K, M or G; without it, the smallest that the headers of the target's
# models name: FLASH of tigris_add_model, or the flash of its BOARD. Call it in the folder that adds
# the target, after its models.

function(tigris_check_flash target)
    set(budget "")
    set(headers "")
    if(ARGN)
        tigris_bytes_of_size(budget "${ARGN}")
    else()
        get_target_property(headers ${target} TIGRIS_FLASH_HEADERS)
        if(NOT headers)
            message(FATAL_ERROR "tigris_check_flash(${target}): no model of ${target} has a FLASH or a "
                                "BOARD; give a budget")
        endif()
    endif()
    add_custom_command(
        TARGET ${target} POST_BUILD
        COMMAND "${CMAKE_COMMAND}" -DREADELF=${CMAKE_READELF} -DNM=${CMAKE_NM}
                -DELF=$<TARGET_FILE:${target}> -DBUDGET=${budget} "-DHEADERS=${headers}"
                -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/tigris_compare_flash.cmake"
        VERBATIM)
endfunction()

# Sets <result> to the bytes that a size as the tool takes it stands for.
function(tigris_bytes_of_size result size)
    if(NOT size MATCHES "^([1-9][0-9]*)([kKmMgG]?)$")
        message(FATAL_ERROR "tigris_check_flash: size '${size}' is not understood; write a positive "
                            "number of bytes, or one with K, M or G")
    endif()
    string(TOUPPER "${CMAKE_MATCH_2}" suffix)
    set(shift_ 0)
    set(shift_K 10)
    set(shift_M 20)
    set(shift_G 30)
    math(EXPR bytes "${CMAKE_MATCH_1} << ${shift_${suffix}}")
    set(${result} ${bytes} PARENT_SCOPE)
endfunction()
