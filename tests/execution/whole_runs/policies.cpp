// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The policies of target::optimize change the code, never a byte of the result.

#include <conv_int8.hpp>

#include <helpers/two_depthwise.hpp>
#include <tigris/execution/run.hpp>

#include <doctest/doctest.h>

namespace {

using tigris::optimize;

template <auto Model, tigris::target T>
auto results_for() {
    static tigris::workspace<Model, T> memory;
    tigris::input_buffer<Model> in;
    for (int i = 0; i < in.size(); ++i)
        in[i] = static_cast<typename tigris::input_edge<Model>::type>(i * 37 % 256 - 128);
    tigris::sized_array<typename tigris::output_edge<Model>::type,
                        tigris::output_edge<Model>::extent>
        out;
    tigris::run(Model, memory, in_memory_order(in), in_memory_order(out));
    return out;
}

constexpr tigris::target with_policy(tigris::target t, optimize policy) {
    t.optimize = policy;
    return t;
}

template <auto Model, tigris::target T = tigris::target{}>
bool policies_agree() {
    const auto fast = results_for<Model, with_policy(T, optimize::speed)>();
    return fast == results_for<Model, with_policy(T, optimize::balanced)>() &&
           fast == results_for<Model, with_policy(T, optimize::size)>();
}

/// Whether step 0's kernel knows its channels when it is compiled.
template <optimize Policy>
constexpr bool knows_channels = tigris::execution::key<
    tigris::execution::session<conv_int8::model, tigris::target{.optimize = Policy}>, 0>.channels_out > 0;

/// Rows of both layers are made one by one; in the least memory, in strips.
constexpr tigris::target on_arm{.backend = tigris::arm_dsp};
constexpr uint64_t least = uint64_t(tigris::smallest_fast_bytes<two_depthwise::model, on_arm>);
constexpr tigris::target smallest{.fast = least, .backend = tigris::arm_dsp};
constexpr tigris::target by_rows{.fast = least * 3 / 2, .backend = tigris::arm_dsp};

template <tigris::target T, optimize Policy>
constexpr int64_t flash_under =
    tigris::plan_of<two_depthwise::model, with_policy(T, Policy)>.flash_bytes;

/// What flash holds beside the model's constants.
template <tigris::target T, optimize Policy>
constexpr int64_t prepared_bytes = flash_under<T, Policy> - flash_under<T, optimize::size>;

/// Tables of twelve channels take the place of weights, which no other layer reads, and of a
/// record.
constexpr int64_t one_layer =
    int64_t(sizeof(tigris::kernels::arm_dsp_kernels::single_row_tables<10>)) -
    tigris::planning::padded_constant(two_depthwise::first_weights.size()) -
    tigris::kernels::record_bytes<tigris::ops::depthwise_conv, int8_t>();

/// Beside constants so many bytes fit into flash.
constexpr tigris::target with_flash(int64_t beside) {
    tigris::target t = by_rows;
    t.flash = uint64_t(flash_under<by_rows, optimize::size> + beside);
    return t;
}

}  // namespace

TEST_CASE("every policy gives the same bytes") {
    CHECK(policies_agree<conv_int8::model>());
    CHECK(policies_agree<two_depthwise::model, smallest>());
    CHECK(policies_agree<two_depthwise::model, by_rows>());
}

TEST_CASE("constants of calls for one row are prepared in flash, unless that is to be small") {
    CHECK(prepared_bytes<smallest, optimize::balanced> == 2 * one_layer);
    CHECK(prepared_bytes<by_rows, optimize::speed> == 2 * one_layer);
    CHECK(prepared_bytes<on_arm, optimize::speed> == 0);
}

TEST_CASE("no more constants are prepared than flash holds") {
    CHECK(prepared_bytes<with_flash(one_layer), optimize::balanced> == one_layer);
    CHECK(prepared_bytes<with_flash(one_layer - 1), optimize::balanced> == 0);
    CHECK(policies_agree<two_depthwise::model, with_flash(one_layer)>());
}

TEST_CASE("operators are measured by all of their steps before kernels are compiled to few bytes") {
    using namespace tigris::execution;
    static_assert(sum_macs_of_operator<conv_int8::model, tigris::portable,
                                       tigris::ops::kind_of<tigris::ops::gemm>>() == 108);
    static_assert(is_compact<session<conv_int8::model, with_policy({}, optimize::size)>, 2>());
    static_assert(!is_compact<session<conv_int8::model, tigris::target{}>, 2>());
    static_assert(!is_compact<session<two_depthwise::model, by_rows>, 1>());
    CHECK(true);
}

TEST_CASE("the size policy leaves channels to the run time") {
    static_assert(knows_channels<optimize::speed>);
    static_assert(!knows_channels<optimize::size>);
    CHECK(true);
}
