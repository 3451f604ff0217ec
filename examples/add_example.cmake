# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# add_example(<name> <source>...)
# add_application(<name> <source>...)
#
# Adds the executable <name>: for this machine, or, where a toolchain file of cmake/toolchains is
# used, for the board of QEMU with that core, or for TIGRIS_BOARD. There an example has newlib's stdio over
# semihosting or the board's UART. An application has common/console.hpp instead, and needs no C library.
if(NOT TARGET tigris::tigris)
    add_subdirectory("${CMAKE_CURRENT_LIST_DIR}/.." tigris)
endif()

function(add_program name stdio)
    if(TIGRIS_BOARD)
        include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../cmake/tigris_add_board_firmware.cmake")
        tigris_add_board_firmware(${name} ${stdio} SOURCES ${ARGN})
    elseif(CMAKE_SYSTEM_NAME STREQUAL "Generic")
        include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../cmake/tigris_add_qemu_firmware.cmake")
        tigris_add_qemu_firmware(${name} ${stdio} SOURCES ${ARGN})
    else()
        add_executable(${name} ${ARGN})
    endif()
endfunction()

function(add_example name)
    add_program(${name} STDIO ${ARGN})
endfunction()

function(add_application name)
    add_program(${name} "" ${ARGN})
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/common")
endfunction()

# What tigris_add_model is told of the board, if there is one.
set(example_board "")
if(TIGRIS_BOARD)
    set(example_board BOARD ${TIGRIS_BOARD})
endif()
