// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this target's plan needs packed constants of several steps at the same time
#include <conv_int8.hpp>
#include <helpers/packed_by_step.hpp>

constexpr tigris::test::packed_by_step<conv_int8::model> base{};
inline constexpr struct tight_type : tigris::test::packed_by_step<conv_int8::model> {
    static constexpr tigris::target default_target{.fast =
                                                       uint64_t(tigris::smallest_fast_bytes<base>)};
} tight{};
void run_it(const tigris::input_buffer<tight>& in, tigris::output_buffer<tight>& out) {
    tigris::run(tight, in, out);
}
