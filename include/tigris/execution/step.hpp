// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs one step: picks its kernel, its addresses and its record of constants, all at compile time.

#include <tigris/execution/plan_of.hpp>

namespace tigris::execution {

/// A model planned for a target, as one type: what a step's code is made for.
template <auto M, target T>
struct session {
    static constexpr auto Model = M;
    static constexpr target Target = T;
    using backend_tag = typename kernels::backend_tag<T.backend>::type;

    static constexpr operands tensors_of(int step) { return Model.graph.all().operands_of(step); }
    static constexpr rounding rounds = Model.graph.rounds;
};

/// A tensor's number at a place of a step's inputs or outputs.
template <class Session, int Step, int I>
inline constexpr int input_tensor = Session::tensors_of(Step).input_edges[I];
template <class Session, int Step>
inline constexpr int output_tensor = Session::tensors_of(Step).output_edges[0];

template <class Session, int Step>
constexpr bool deserves_own_instance() {
    constexpr auto& plan = plan_of<Session::Model, Session::Target>;
    switch (Session::Target.optimize) {
        case optimize::speed: return true;
        case optimize::size: return false;
        default: return plan.steps[Step].macs * 50 >= plan.macs;  // 2 %
    }
}

/// The key of a step's kernel under the target's policy.
template <class Session, int Step>
constexpr kernels::geometry geometry_of_step() {
    const kernels::geometry full = kernels::geometry_of(ops::attributes_of<Session::Model, Step>(),
                                                        Session::tensors_of(Step), Session::rounds);
    return deserves_own_instance<Session, Step>() ? full : kernels::traits_of(full);
}

template <class Session, int Step>
inline constexpr kernels::geometry key = geometry_of_step<Session, Step>();

/// The step's record: addresses of its constants, extents, quantization. Lies in flash.
template <class Session, int Step>
inline constexpr auto layer = kernels::layer_of<element_t<Session::tensors_of(Step).input(0).type>>(
    ops::attributes_of<Session::Model, Step>(), Session::tensors_of(Step),
    view<const constant>{Session::Model.constants.items, Session::Model.constants.size()},
    Session::rounds);

/// The data inputs of a step, counted.
template <class Session, int Step>
inline constexpr auto data_inputs =
    make_index_sequence<ops::data_inputs_of<ops::op_at<Session::Model, Step>>()>{};

/// Whether a step looks across rows, so that images must be kept apart.
template <class Session, int Step>
constexpr bool runs_by_image() {
    constexpr auto& facts = facts_for<Session::Model, Session::Target.backend>.steps[Step];
    const ops::row_reach reach = facts.reach;
    return facts.runs == ops::contract::accumulate || reach.kernel != 1 || reach.stride != 1 ||
           reach.pad != 0 || reach.pad_behind != 0;
}

/// Images of rows as a step runs them: all of them one, unless it runs by image.
template <class Session, int Step, int Tensor>
constexpr row_extents extents_of() {
    row_extents r = rows_of(Session::Model.graph.tensors[Tensor].dims);
    if (!runs_by_image<Session, Step>()) r = {1, r.images * r.rows, r.width, r.channels};
    return r;
}

/// Where data input I begins: a pointer, or what reads a constant from flash.
template <class Session, int Step, int I, class Memory>
[[gnu::always_inline]] constexpr auto data_input(const Memory& memory) {
    constexpr tensor info = Session::tensors_of(Step).input(I);
    if constexpr (info.kind == tensor_kind::constant)
        return kernels::elements_of<element_t<info.type>>(Session::Model.constants[info.index]);
    else
        return memory.template read<input_tensor<Session, Step, I>>();
}

/// Rows of image `image` of data input I, the first of them as far up as the padding reaches.
template <class Session, int Step, int I, class Memory>
[[gnu::always_inline]] constexpr auto input_rows(const Memory& memory, int image) {
    constexpr row_extents in = extents_of<Session, Step, input_tensor<Session, Step, I>>();
    constexpr int pad = facts_for<Session::Model, Session::Target.backend>.steps[Step].reach.pad;
    return kernels::whole_window(
        data_input<Session, Step, I>(memory) + image * in.rows * in.row_elements(), -pad, in.rows,
        in.row_elements());
}

template <class Session, int Step, class Memory>
constexpr void run_rows(const Memory& memory) {
    constexpr int tensor = output_tensor<Session, Step>;
    constexpr row_extents out = extents_of<Session, Step, tensor>();
    constexpr auto& record = layer<Session, Step>;
    const auto tag = typename Session::backend_tag{};
    for (int image = 0; image < out.images; ++image) {
        auto* result = memory.template write<tensor>() + image * out.rows * out.row_elements();
        [&]<int... I>(index_sequence<I...>) {
            rows<key<Session, Step>>(tag, record, result, out.rows,
                                     input_rows<Session, Step, I>(memory, image)...);
        }
        (data_inputs<Session, Step>);
    }
}

template <class Session, int Step, class Memory>
constexpr void run_accumulate(const Memory& memory) {
    constexpr int tensor = output_tensor<Session, Step>;
    constexpr row_extents in = extents_of<Session, Step, input_tensor<Session, Step, 0>>();
    constexpr auto& record = layer<Session, Step>;
    const auto tag = typename Session::backend_tag{};
    auto* sums = memory.template scratch<Step>();
    for (int image = 0; image < in.images; ++image) {
        begin<key<Session, Step>>(tag, record, sums);
        add_rows<key<Session, Step>>(tag, record, sums, input_rows<Session, Step, 0>(memory, image),
                                     in.rows);
        end<key<Session, Step>>(tag, record, sums,
                                memory.template write<tensor>() + image * in.channels);
    }
}

template <class Session, int Step, class Memory>
constexpr void run_whole(const Memory& memory) {
    constexpr auto& record = layer<Session, Step>;
    auto* out = memory.template write<output_tensor<Session, Step>>();
    [&]<int... I>(index_sequence<I...>) {
        whole<key<Session, Step>>(typename Session::backend_tag{}, record, out,
                                  data_input<Session, Step, I>(memory)...);
    }
    (data_inputs<Session, Step>);
}

template <class Session, int Step, class Memory>
[[gnu::always_inline]] constexpr void run_step(const Memory& memory) {
    constexpr ops::contract runs =
        facts_for<Session::Model, Session::Target.backend>.steps[Step].runs;
    if constexpr (runs == ops::contract::rows) run_rows<Session, Step>(memory);
    if constexpr (runs == ops::contract::accumulate) run_accumulate<Session, Step>(memory);
    if constexpr (runs == ops::contract::whole) run_whole<Session, Step>(memory);
}

}  // namespace tigris::execution
