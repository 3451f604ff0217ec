// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs one step from whole tensors to a whole tensor, image by image.

#include <tigris/execution/plans/step_key.hpp>

namespace tigris::execution {

/// Where data input Index begins: a pointer, or an object that reads a constant from flash.
/// `memory` has read<Index>, write, sums and scratch.
template <class Session, int Step, int Index, class Memory>
[[gnu::always_inline]] constexpr auto data_input(const Memory& memory) {
    if constexpr (is_constant_input<Session, Step, Index>())
        return constant_input<Session, Step, Index>(memory);
    else
        return memory.template read<Index>();
}

/// Rows of image number `image` of data input Index, from the first row that output row 0 reads.
template <class Session, int Step, int Index, class Memory>
[[gnu::always_inline]] constexpr auto input_rows(const Memory& memory, int image) {
    constexpr row_extents in = extents_of<Session, Step>(input_tensor<Session, Step, Index>);
    const int stride = in.images == 1 ? 0 : in.rows * in.row_elements();
    constexpr int32_t first = window_begin<Session, Step, Index>(0);
    return kernels::whole_window(data_input<Session, Step, Index>(memory) + image * stride, first,
                                 in.rows, in.row_elements());
}

template <class Session, int Step, class Memory>
constexpr void run_rows(const Memory& memory) {
    constexpr row_extents out = extents_of<Session, Step>(output_tensor<Session, Step>);
    for (int image = 0; image < out.images; ++image) {
        auto* result = memory.write() + image * out.rows * out.row_elements();
        if constexpr (Session::facts(Step).op.in_order)
            call_in_order<Session, Step, key<Session, Step>>(
                memory, result, 0, out.rows, input_rows<Session, Step, 0>(memory, image));
        else
            [&]<int... Index>(index_sequence<Index...>) {
                call_rows<Session, Step, key<Session, Step>>(
                    tag_for<Session, Step>(memory),
                    record_in<Session, Step, layer<Session, Step>>(memory), result, 0, out.rows,
                    input_rows<Session, Step, Index>(memory, image)...);
            }
        (data_inputs<Session, Step>);
    }
}

template <class Session, int Step, class Memory>
constexpr void run_accumulate(const Memory& memory) {
    constexpr row_extents in = extents_of<Session, Step>(input_tensor<Session, Step, 0>);
    const auto& record = record_in<Session, Step, layer<Session, Step>>(memory);
    const auto tag = tag_for<Session, Step>(memory);
    auto* sums = memory.sums();
    for (int image = 0; image < in.images; ++image) {
        begin<key<Session, Step>>(tag, record, sums);
        add_rows<key<Session, Step>>(tag, record, sums, input_rows<Session, Step, 0>(memory, image),
                                     0, in.rows);
        end<key<Session, Step>>(tag, record, sums, memory.write() + image * in.channels);
    }
}

/// Runs a step on whole tensors. A kernel with sums of its own gets them after the output.
template <class Session, int Step, class Memory>
constexpr void run_whole(const Memory& memory) {
    const auto tag = tag_for<Session, Step>(memory);
    const auto& record = record_in<Session, Step, layer<Session, Step>>(memory);
    [&]<int... Index>(index_sequence<Index...>) {
        if constexpr (Session::facts(Step).kernel.accumulator_bytes > 0)
            whole<key<Session, Step>>(tag, record, memory.write(), memory.sums(),
                                      data_input<Session, Step, Index>(memory)...);
        else
            whole<key<Session, Step>>(tag, record, memory.write(),
                                      data_input<Session, Step, Index>(memory)...);
    }
    (data_inputs<Session, Step>);
}

template <class Session, int Step, class Memory>
constexpr void run_step(const Memory& memory) {
    constexpr ops::contract how = Session::facts(Step).op.contract;
    if constexpr (how == ops::contract::rows) run_rows<Session, Step>(memory);
    if constexpr (how == ops::contract::accumulate) run_accumulate<Session, Step>(memory);
    if constexpr (how == ops::contract::whole) run_whole<Session, Step>(memory);
}

}  // namespace tigris::execution
