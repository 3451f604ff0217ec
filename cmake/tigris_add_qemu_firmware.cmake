# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_add_qemu_firmware(<name> [BOARD <board>] [STDIO] SOURCES <source>...)
#
# Adds the executable <name>, with startup code and linker script, for a board that QEMU emulates.
#   BOARD  an385, an386, an500, an505, an547 or virt; by default the one with the toolchain's processor;
#          user: 64-bit Arm with Linux, whose programs QEMU runs without a board
#   STDIO  links the C library's stdio (printf, fopen, malloc) over semihosting; without it a
#          program that needs them does not link, and semihost.hpp serves
# The target's CROSSCOMPILING_EMULATOR runs it, so that add_test(NAME ... COMMAND <name>) works;
# the target run_<name> does the same from the build system.

# Sets <result> to the board <wanted>, or if that is empty to any board, that runs code for
# CMAKE_SYSTEM_PROCESSOR.
function(tigris_select_qemu_board result wanted)
    set(processors_of_an385 cortex-m3 cortex-m0plus)
    set(processors_of_an386 cortex-m4)
    set(processors_of_an500 cortex-m7)
    set(processors_of_an505 cortex-m33)
    set(processors_of_an547 cortex-m55)
    set(processors_of_virt rv32imc)
    set(processors_of_user aarch64)
    foreach(board IN ITEMS an385 an386 an500 an505 an547 virt user)
        if(CMAKE_SYSTEM_PROCESSOR IN_LIST processors_of_${board}
           AND (NOT wanted OR wanted STREQUAL board))
            set(${result} ${board} PARENT_SCOPE)
            return()
        endif()
        string(APPEND known "\n  ${board}: ${processors_of_${board}}")
    endforeach()
    message(FATAL_ERROR "tigris: no board '${wanted}' runs code for '${CMAKE_SYSTEM_PROCESSOR}', "
                        "the processor of the toolchain file. The boards are:${known}")
endfunction()

function(tigris_add_qemu_firmware name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STDIO" "BOARD" "SOURCES")
    if(NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "" OR NOT arg_SOURCES)
        message(FATAL_ERROR "tigris: usage: tigris_add_qemu_firmware(<name> [BOARD <board>] "
                            "[STDIO] SOURCES <source>...)")
    endif()
    tigris_select_qemu_board(board "${arg_BOARD}")

    get_filename_component(root "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/.." ABSOLUTE)
    set(support "${root}/examples/firmware/qemu_mps2")
    set(startup "${support}")
    if(board STREQUAL "virt")
        set(startup "${root}/examples/firmware/qemu_virt")
    endif()
    set(linker_script "${startup}/${board}.ld")
    add_executable(${name} ${arg_SOURCES})
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_compile_options(
        ${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;-fno-threadsafe-statics>")
    target_include_directories(${name} PRIVATE "${support}")
    set_target_properties(${name} PROPERTIES
                          SUFFIX .elf
                          CROSSCOMPILING_EMULATOR "${root}/scripts/run_qemu;${board}")
    add_custom_target(run_${name} COMMAND ${name} USES_TERMINAL)
    if(board STREQUAL "user")  # Linux and its C library start it
        return()
    endif()
    target_sources(${name} PRIVATE "${startup}/startup.cpp")
    # It makes the memory that guards of the stack read, and the C library, which is linked later, calls it.
    set_source_files_properties("${startup}/startup.cpp" PROPERTIES COMPILE_OPTIONS "-fno-lto;-fno-stack-protector")
    set_target_properties(${name} PROPERTIES LINK_DEPENDS "${linker_script};${support}/sections.ld")
    target_link_options(
        ${name} PRIVATE -nostartfiles "-T${linker_script}" "-L${support}" -Wl,--gc-sections
        -Wl,--fatal-warnings -Wl,--print-memory-usage "-Wl,-Map=${name}.map")
    if(board STREQUAL "virt")  # its compiler has no C library
        if(arg_STDIO)
            message(FATAL_ERROR "tigris: ${name}: there is no stdio for the board virt")
        endif()
        target_compile_options(${name} PRIVATE -msmall-data-limit=0)
        target_link_options(${name} PRIVATE -nostdlib -Wl,--no-warn-rwx-segments)
        target_link_libraries(${name} PRIVATE gcc)
    elseif(arg_STDIO)
        target_link_options(${name} PRIVATE --specs=rdimon.specs -Wl,-u,exit
                            -Wl,-u,initialise_monitor_handles)
    else()
        target_link_options(${name} PRIVATE --specs=nano.specs)
    endif()
endfunction()
