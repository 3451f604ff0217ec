// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Little fast memory, and a slow one beside it. The plan moves rows between them.

#include <fashion_int8.hpp>

#include <stdio.h>

constexpr auto& model = fashion_int8::model;
constexpr tigris::target board = model.default_target;  // 4 KB of fast memory, 64 KB of slow

// In which sections they lie. The linker script says at which addresses.
TIGRIS_ARENAS(fashion_int8::model, board, ".bss.dtcm", ".bss.slow");

int main() {
    tigris::input_buffer<model> image{};
    tigris::output_buffer<model> scores{};
    tigris::run(model, tigris::default_workspace<model, board>, image, scores);

    constexpr auto& plan = tigris::plan_of<model, board>;
    printf("fast memory: %d of %d bytes\n", int(plan.fast_peak_bytes), int(board.fast));
    printf("slow memory: %d of %d bytes, %d bytes moved per run\n", int(plan.slow_peak_bytes),
           int(board.slow), int(plan.slow_traffic_bytes));
}
