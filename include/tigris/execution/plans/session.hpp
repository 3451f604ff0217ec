// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model planned for a target, as one type. It knows of each step: its record of constants, its
// extents, and how its kernel is called. step_key.hpp has the key of the kernel.

#include <tigris/execution/plans/plan_of.hpp>

namespace tigris::execution {

/// Most bytes of scratch that a kernel takes in the target's plan. Only backends with substitutes
/// need a plan for the answer.
template <auto M, target T>
constexpr uint64_t find_scratch() {
    if constexpr (kernels::has_substitute<kernels::tag_of<T.backend, M.graph.rounds>>)
        return shown_target<M, T>.scratch;
    else
        return unlimited;
}

/// The type that kernels of a model's steps are compiled for.
template <auto M, target T>
struct session {
    static constexpr auto Model = M;
    static constexpr target Target = T;
    using backend_tag = kernels::tag_of<T.backend, M.graph.rounds>;
    static constexpr uint64_t scratch = find_scratch<M, T>();

    static constexpr operands tensors_of(int step) { return Model.graph.all().operands_of(step); }
    static constexpr rounding rounds = Model.graph.rounds;
    static constexpr const planning::step_facts& facts(int step) {
        return facts_for<M, T.backend, scratch>.steps[step];
    }
};

/// Whether a step unpacks its weights (kernels/contract/int4_layer.hpp).
template <class Session, int Step>
inline constexpr bool has_int4_weights =
    kernels::has_int4_weights<ops::op_at<Session::Model, Step>>(Session::tensors_of(Step));

template <class Session, int Step>
constexpr auto find_tag_of_step() {
    constexpr const kernel_facts& facts = Session::facts(Step).kernel;
    if constexpr (has_int4_weights<Session, Step>)
        return kernels::tag_of_int4<typename Session::backend_tag, facts.backend == portable>{};
    else
        return typename kernels::tag_in_use<typename Session::backend_tag,
                                            facts.is_substitute>::type{};
}

/// The tag by which a step's kernel is found.
template <class Session, int Step>
using tag_of_step = decltype(find_tag_of_step<Session, Step>());

/// A tensor's number at a place of a step's inputs or outputs.
template <class Session, int Step, int Index>
inline constexpr int input_tensor = Session::tensors_of(Step).input_edges[Index];
template <class Session, int Step>
inline constexpr int output_tensor = Session::tensors_of(Step).output_edges[0];

template <class Session, int Step, int Index = 0>
using input_element = element_t<Session::tensors_of(Step).input(Index).type>;
template <class Session, int Step>
using output_element = element_t<Session::tensors_of(Step).output().type>;

/// The type of a step's sums.
template <class Session, int Step>
using sum_of = kernels::accumulator_t<input_element<Session, Step>>;

/// What a step's record is made for. Usually it is the type of the elements; float, if input 0
/// holds halves. If weights are codes or integers of 4 bits, it is a type that says so.
template <class Session, int Step, class Op>
constexpr auto record_key() {
    constexpr operands t = Session::tensors_of(Step);
    if constexpr (kernels::has_coded_weights<Op>(t))
        return kernels::coded<t.input(1).type, kernels::block_of_codes(t)>{};
    else if constexpr (kernels::has_int4_weights<Op>(t))
        return kernels::int4_weights{};
    else if constexpr (t.input(0).type == dtype::f16)
        return float{};
    else
        return input_element<Session, Step>{};
}

template <class Session, int Step, class Op>
constexpr auto make_layer(const Op& op, const operands& t) {
    return kernels::layer_of<decltype(record_key<Session, Step, Op>())>(
        op, t, {Session::Model.constants.items, Session::Model.constants.size()}, Session::rounds);
}

/// The step's record: addresses of its constants, extents, quantization. Lies in flash.
template <class Session, int Step>
inline constexpr auto layer = make_layer<Session, Step>(ops::attributes_of<Session::Model, Step>(),
                                                        Session::tensors_of(Step));

template <class Session, int Step>
inline constexpr auto data_inputs = make_index_sequence<ops::data_inputs_of(
    ops::attributes_of<Session::Model, Step>(), Session::tensors_of(Step))>{};

/// A tensor as a step sees it: the rows of all images follow each other, unless the step looks
/// across rows.
template <class Session, int Step>
constexpr row_extents extents_of(int tensor) {
    return planning::rows_for(Session::facts(Step),
                              rows_of(Session::Model.graph.tensors[tensor].dims));
}

template <class Session, int Step, int Index>
constexpr bool is_constant_input() {
    return Session::tensors_of(Step).input(Index).kind == tensor_kind::constant;
}

/// Reads constant input Index at its place in a run with that memory.
template <class Session, int Step, int Index, class Memory>
[[gnu::always_inline]] constexpr auto constant_input(const Memory& memory) {
    constexpr tensor info = Session::tensors_of(Step).input(Index);
    using element = element_t<info.type>;
    if constexpr (is_moved<Session::Model>(info.index) && requires { memory.constants(); })
        return kernels::elements_of<element>(memory.constants()[info.index]);
    else
        return kernels::elements_of<element>(Session::Model.constants[info.index]);
}

/// Whether all constants of a step are data inputs. A record holds no data inputs.
template <class Session, int Step>
constexpr bool has_only_constant_data() {
    constexpr operands t = Session::tensors_of(Step);
    for (int i = ops::data_inputs_of(ops::attributes_of<Session::Model, Step>(), t); i < t.inputs;
         ++i)
        if (t.has_input(i) && t.input(i).kind == tensor_kind::constant) return false;
    return true;
}

/// A step's record with the addresses that its constants have in a run.
template <class Session, int Step, class Layer, class Constants>
[[gnu::always_inline]] constexpr Layer with_constants(Layer record, const Constants& constants) {
    constexpr auto op = ops::attributes_of<Session::Model, Step>();
    constexpr operands t = Session::tensors_of(Step);
    if constexpr (requires { set_constants(record, op, t, constants); })
        set_constants(record, op, t, constants);
    else
        static_assert(has_only_constant_data<Session, Step>());
    return record;
}

/// A record made by the compiler; a run fills in its addresses.
template <class Session, int Step, const auto& Layer>
inline constexpr auto record_without_constants = with_constants<Session, Step>(Layer,
                                                                               no_constants{});

/// Whether a run with that memory finds addresses of a step's constants.
template <class Session, int Step, class Memory>
inline constexpr bool finds_constants = reads_moved<Session::Model>(Session::tensors_of(Step)) &&
                                        requires(const Memory& memory) {
    memory.constants();
};

/// The record that a step reads in a run with that memory: Layer, which the compiler made, or a
/// copy with other addresses.
template <class Session, int Step, const auto& Layer, class Memory>
[[gnu::always_inline]] constexpr decltype(auto) record_in(const Memory& memory) {
    if constexpr (finds_constants<Session, Step, Memory>)
        return with_constants<Session, Step>(record_without_constants<Session, Step, Layer>,
                                             memory.constants());
    else
        return (Layer);
}

/// The first row of input Index that output row y may read. It lies above the image if there is
/// padding.
template <class Session, int Step, int Index>
[[gnu::always_inline]] constexpr int32_t window_begin(int32_t y) {
    constexpr row_extents in = extents_of<Session, Step>(input_tensor<Session, Step, Index>);
    constexpr row_extents out = extents_of<Session, Step>(output_tensor<Session, Step>);
    if constexpr (in.rows == 1 && out.rows > 1 &&
                  !planning::looks_across_rows(Session::facts(Step)))
        return 0;
    else
        return ops::first_row_of(Session::facts(Step).op.reach, y);
}

/// The tag that finds a step's kernels. It holds their working memory, if the backend takes some.
/// `memory` has scratch.
template <class Session, int Step, class Memory>
[[gnu::always_inline]] constexpr auto tag_for(const Memory& memory) {
    tag_of_step<Session, Step> tag{};
    if constexpr (requires { tag.scratch; }) tag.scratch = memory.scratch();
    return tag;
}

/// One call of a step's kernel: rows [y, y + count) of the output, from a window for each input.
template <class Session, int Step, auto Key, class Layer, class Out, class... Windows>
[[gnu::always_inline]] constexpr void call_rows(const tag_of_step<Session, Step>& tag,
                                                const Layer& record, Out* out, int32_t y,
                                                int32_t count, const Windows&... windows) {
    if constexpr (ops::uses_row_number<ops::op_at<Session::Model, Step>>)
        numbered_rows<Key>(tag, record, out, y, count, windows...);
    else
        rows<Key>(tag, record, out, count, windows...);
}

/// One call of a kernel that makes rows in order: from a window of input 0, and from what `memory`
/// keeps of earlier rows.
template <class Session, int Step, auto Key, class Memory, class Out, class Window>
[[gnu::always_inline]] constexpr void call_in_order(const Memory& memory, Out* out, int32_t y,
                                                    int32_t count, const Window& window) {
    ordered_rows<Key>(tag_for<Session, Step>(memory),
                      record_in<Session, Step, layer<Session, Step>>(memory), out, memory.sums(), y,
                      count, window);
}

}  // namespace tigris::execution
