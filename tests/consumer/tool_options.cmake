# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What tigris_add_model tells the tool: cmake -P tool_options.cmake
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/tigris_add_model.cmake")

set(arg_BOARD esp32s3)
set(arg_FAST 2K)
set(arg_SLOW 1M)
set(arg_FLOAT16_WEIGHTS TRUE)
set(arg_KEEP_DEAD TRUE)
set(arg_EXACT_BIASES TRUE)
set(arg_C TRUE)
set(arg_EXTERNAL_ARENAS TRUE)
set(arg_INPUT_SHAPES x=1,3)
set(arg_CONSTANTS sr=16000)
set(arg_BOUND nms=16 places=4)
set(arg_IF decode=then)
set(arg_TRIM_OUTPUT_TRANSPOSE y)
tigris_tool_options(options)
list(JOIN options " " found)
set(expected "--board esp32s3 -m 2K -m 1M --float16-weights --exact-biases --keep-dead --c --external-arenas "
             "--input-shape x=1,3 --constant sr=16000 --bound nms=16 --bound places=4 --if decode=then --trim-output-transpose y")
list(JOIN expected "" expected)
if(NOT found STREQUAL expected)
    message(FATAL_ERROR "found: ${found}\nexpected: ${expected}")
endif()
