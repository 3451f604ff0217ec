# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The compiler for the core of TIGRIS_BOARD: a name of boards/, or a file (docs/how_to/boards.md).
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TIGRIS_BOARD)
include("${CMAKE_CURRENT_LIST_DIR}/../tigris_board.cmake")
tigris_read_board("${TIGRIS_BOARD}")
set(tigris_toolchain "${CMAKE_CURRENT_LIST_DIR}/${board_core}.cmake")
if(board_core MATCHES "^cortex-m" AND EXISTS "${tigris_toolchain}")
    include("${tigris_toolchain}")
elseif(board_core MATCHES "^riscv-(rv32.*)$")
    set(tigris_isa ${CMAKE_MATCH_1})
    include("${CMAKE_CURRENT_LIST_DIR}/riscv64-unknown-elf.cmake")
else()
    message(FATAL_ERROR "tigris: board ${board_name}: there is no toolchain file for the core '${board_core}'; correct "
                        "'core', or give --toolchain a file of your own")
endif()
