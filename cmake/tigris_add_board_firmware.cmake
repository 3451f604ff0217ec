# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# tigris_add_board_firmware(<name> [STDIO] SOURCES <source>...)
#
# Adds the executable <name> for the board of cmake/toolchains/board.cmake, with the start-up code of
# examples/firmware and a linker script that is made of the board's file.
#   STDIO  links the C library's printf, whose text goes to the board's UART
include("${CMAKE_CURRENT_LIST_DIR}/tigris_board.cmake")

# In the function's scope, because a folder that adds TiGrIS does not see variables of TiGrIS's own folder.
macro(tigris_set_facts_of_emulated_boards)
    # Driver and address of a UART. uart.hpp has the drivers.
    set(tigris_uart_of_mps2_an386 cmsdk 0x40004000)
    set(tigris_uart_of_mps3_an547 cmsdk 0x59303000)
    set(tigris_uart_of_stm32f405 stm32f4 0)
    set(tigris_uart_of_virt ns16550 0x10000000)
    # Where the processor starts, if not where constants are; models have nothing there.
    set(tigris_code_of_mps3_an547 0x00000000 512K)
endmacro()

function(tigris_add_board_firmware name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STDIO" "" "SOURCES")
    if(NOT TIGRIS_BOARD OR NOT "${arg_UNPARSED_ARGUMENTS}" STREQUAL "" OR NOT arg_SOURCES)
        message(FATAL_ERROR "tigris: usage: tigris_add_board_firmware(<name> [STDIO] SOURCES <source>...), with "
                            "--toolchain ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/toolchains/board.cmake "
                            "-DTIGRIS_BOARD=<board>")
    endif()
    tigris_set_facts_of_emulated_boards()
    tigris_read_board("${TIGRIS_BOARD}")
    set(script "${CMAKE_CURRENT_BINARY_DIR}/${board_name}.ld")
    tigris_write_linker_script("${script}" ${tigris_code_of_${board_name}})
    set(uart ${tigris_uart_of_${board_name}} none 0)
    list(GET uart 0 driver)
    list(GET uart 1 address)

    get_filename_component(firmware "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../examples/firmware" ABSOLUTE)
    set(startup "${firmware}/qemu_mps2/startup.cpp")
    if(board_core MATCHES "^riscv")
        set(startup "${firmware}/qemu_virt/startup.cpp")
    endif()
    add_executable(${name} ${arg_SOURCES} "${startup}")
    # It makes the memory that guards of the stack read, and the C library, which is linked later, calls the rest.
    set_source_files_properties("${startup}" "${firmware}/boards/system_calls.cpp" PROPERTIES
                                COMPILE_OPTIONS "-fno-lto;-fno-stack-protector")
    target_compile_features(${name} PRIVATE cxx_std_20)
    target_compile_options(
        ${name} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions;-fno-rtti;-fno-threadsafe-statics>")
    target_include_directories(${name} PRIVATE "${firmware}/boards" "${firmware}/qemu_mps2")
    target_compile_definitions(${name} PRIVATE TIGRIS_UART=${driver} TIGRIS_UART_ADDRESS=${address})
    set_target_properties(${name} PROPERTIES SUFFIX .elf LINK_DEPENDS "${script}")
    target_link_options(${name} PRIVATE -nostartfiles "-T${script}" "-L${firmware}/qemu_mps2" -Wl,--gc-sections
                        -Wl,--print-memory-usage)
    set(specs nano)
    if(board_core MATCHES "^riscv")  # whose compiler comes without a C++ library, and picolibc apart
        set(specs picolibc)
        target_compile_options(${name} PRIVATE -msmall-data-limit=0)
        target_link_options(${name} PRIVATE -Wl,--no-warn-rwx-segments -nostdlib)
        target_link_libraries(${name} PRIVATE $<$<BOOL:${arg_STDIO}>:c> gcc)
    endif()
    if(arg_STDIO)
        target_sources(${name} PRIVATE "${firmware}/boards/system_calls.cpp")
        target_compile_options(${name} PRIVATE --specs=${specs}.specs)
    endif()
    if(arg_STDIO OR specs STREQUAL "nano")
        target_link_options(${name} PRIVATE --specs=${specs}.specs)
    endif()
endfunction()
