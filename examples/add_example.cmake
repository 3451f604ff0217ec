# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# add_example(<name> <source>...)
#
# Adds the executable <name>: for this machine, or, where a toolchain file of cmake/toolchains is
# used, for the board of QEMU with that core. There it has newlib's stdio over semihosting.
if(NOT TARGET tigris::tigris)
    add_subdirectory("${CMAKE_CURRENT_LIST_DIR}/.." tigris)
endif()

function(add_example name)
    if(CMAKE_SYSTEM_NAME STREQUAL "Generic")
        include("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../cmake/tigris_add_qemu_firmware.cmake")
        tigris_add_qemu_firmware(${name} STDIO SOURCES ${ARGN})
    else()
        add_executable(${name} ${ARGN})
    endif()
endfunction()
