// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The policies of target::optimize change the code, never a byte of the result.

#include <conv_int8.hpp>
#include <tigris/execution/run.hpp>

#include <doctest/doctest.h>

namespace {

using tigris::optimize;

template <auto Model, optimize Policy>
auto results_under() {
    static tigris::workspace<Model, tigris::target{.optimize = Policy}> memory;
    tigris::input_buffer<Model> in;
    for (int i = 0; i < in.size(); ++i)
        in[i] = static_cast<typename tigris::input_edge<Model>::type>(i * 37 % 256 - 128);
    tigris::sized_array<typename tigris::output_edge<Model>::type,
                        tigris::output_edge<Model>::extent>
        out;
    tigris::run(Model, memory, in, out);
    return out;
}

template <auto Model>
bool policies_agree() {
    const auto fast = results_under<Model, optimize::speed>();
    return fast == results_under<Model, optimize::balanced>() &&
           fast == results_under<Model, optimize::size>();
}

/// Whether step 0's kernel knows its channels when it is compiled.
template <optimize Policy>
constexpr bool knows_channels = tigris::execution::key<
    tigris::execution::session<conv_int8::model, tigris::target{.optimize = Policy}>, 0>.channels_out > 0;

}  // namespace

TEST_CASE("every policy gives the same bytes") { CHECK(policies_agree<conv_int8::model>()); }

TEST_CASE("the size policy leaves channels to the run time") {
    static_assert(knows_channels<optimize::speed>);
    static_assert(!knows_channels<optimize::size>);
    CHECK(true);
}
