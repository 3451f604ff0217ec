# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Bare 32-bit RISC-V. This compiler has no C++ standard library: only what includes nothing beyond
# <stdint.h> and <stddef.h> compiles.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR rv32imc)
set(tigris_abi ilp32)
if(DEFINED tigris_isa)  # of a board
    set(CMAKE_SYSTEM_PROCESSOR ${tigris_isa})
    if(tigris_isa MATCHES "^rv32[a-z]*f")
        set(tigris_abi ilp32f)
    endif()
endif()
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_CXX_COMPILER riscv64-unknown-elf-g++)
set(CMAKE_ASM_COMPILER riscv64-unknown-elf-gcc)
set(CMAKE_NM riscv64-unknown-elf-nm)
set(CMAKE_OBJDUMP riscv64-unknown-elf-objdump)
set(CMAKE_SIZE_TOOL riscv64-unknown-elf-size)

set(tigris_flags "-march=${CMAKE_SYSTEM_PROCESSOR} -mabi=${tigris_abi}")
set(CMAKE_ASM_FLAGS_INIT "${tigris_flags}")
string(APPEND tigris_flags " -ffreestanding -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${tigris_flags}")
set(CMAKE_CXX_FLAGS_INIT "${tigris_flags} -fno-exceptions -fno-rtti")
