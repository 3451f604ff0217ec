// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model's states do not fit beside activations and constants
#include <helpers/running_sum.hpp>

constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 40}}};
inline constexpr struct m_type : tigris::test::running_sum<tigris::dtype::f32, 0, true> {
    static constexpr tigris::target default_target{.alignment = 4, .memories = &memories};
} m{};
void run_it(const tigris::input_buffer<m>& in, tigris::output_buffer<m>& out) {
    tigris::run(m, in, out);
}
