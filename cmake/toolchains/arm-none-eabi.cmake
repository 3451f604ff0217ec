# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# GNU Arm Embedded. Included by the toolchain file of a processor, which sets
# CMAKE_SYSTEM_PROCESSOR and tigris_float_abi; the processor's default FPU is used.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_ASM_COMPILER arm-none-eabi-gcc)
set(CMAKE_NM arm-none-eabi-nm)
set(CMAKE_OBJDUMP arm-none-eabi-objdump)
set(CMAKE_SIZE_TOOL arm-none-eabi-size)

set(tigris_flags "-mthumb -mcpu=${CMAKE_SYSTEM_PROCESSOR} -mfloat-abi=${tigris_float_abi}")
set(CMAKE_ASM_FLAGS_INIT "${tigris_flags}")
string(APPEND tigris_flags " -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${tigris_flags}")
set(CMAKE_CXX_FLAGS_INIT "${tigris_flags}")
