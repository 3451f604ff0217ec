// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this target's plan needs packed constants of several steps at the same time
// EXPECT: but they share one place; convert the model for this target
#include <conv_int8.hpp>
#include <helpers/packed_by_step.hpp>

constexpr tigris::test::packed_by_step<conv_int8::model> model{};
constexpr tigris::target tight{.fast = uint64_t(tigris::smallest_fast_bytes<model>)};
constinit tigris::workspace<model> memory{};
constinit tigris::workspace<model, tight> less_memory{};

tigris::status run_it(const tigris::input_buffer<model>& in, tigris::output_buffer<model>& out) {
    tigris::run(model, memory, in, out);
    return tigris::run(model, less_memory, in, out);
}
