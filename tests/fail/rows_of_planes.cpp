// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: an input in ONNX's order cannot come row by row. Convert without --io-layout onnx
#include <conv_planes.hpp>

constinit tigris::workspace<conv_planes::model, tigris::target{.input = tigris::io::rows}> memory{};
float result[3];

void run_it() {
    const auto source = [](float*, int, int) {};
    tigris::run(conv_planes::model, memory, tigris::rows_from(source), result);
}
