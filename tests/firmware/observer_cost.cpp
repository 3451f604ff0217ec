// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run in rings with the observer that OBSERVER names, or without one.
#include <conv_int8.hpp>

using conv_int8::model;

inline constexpr tigris::target smallest{
    .fast = uint64_t(tigris::smallest_fast_bytes<model, tigris::target{.alignment = 4}>),
    .alignment = 4};
constinit tigris::workspace<model, smallest> memory{};

volatile int rows;

struct silent {
    void on_step(const tigris::step_output&) {}
    void on_segment(int) {}
    void on_row(int, int, int) {}
};
struct counting {
    void on_row(int, int, int count) { rows = rows + count; }
};

extern "C" void run_it(const tigris::input_buffer<model>& in, tigris::output_buffer<model>& out) {
#ifdef OBSERVER
    tigris::run(model, memory, in, out, OBSERVER{});
#else
    tigris::run(model, memory, in, out);
#endif
}
