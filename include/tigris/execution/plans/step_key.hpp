// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The key of each step's kernel: what the compiler knows of the layer, under the target's policy.

#include <tigris/execution/plans/session.hpp>

namespace tigris::execution {

template <auto Model, backend Backend>
constexpr int64_t sum_macs() {
    int64_t macs = 0;
    for (const planning::step_facts& step : facts_for<Model, Backend>.steps) macs += step.op.macs;
    return macs;
}
template <auto Model, backend Backend>
inline constexpr int64_t macs_of_model = sum_macs<Model, Backend>();

template <class Session, int Step>
constexpr bool deserves_own_instance() {
    return planning::may_take_flash(Session::Target.optimize, Session::facts(Step).op.macs,
                                    macs_of_model<Session::Model, Session::Target.backend>);
}

/// Multiply-accumulates of all steps with one operator.
template <auto Model, backend Backend, int Kind>
constexpr int64_t sum_macs_of_operator() {
    int64_t macs = 0;
    for (int step = 0; step < Model.graph.node_count; ++step)
        if (Model.graph.nodes[step].kind == Kind)
            macs += facts_for<Model, Backend>.steps[step].op.macs;
    return macs;
}
template <class Session, int Step>
constexpr bool is_compact() {
    constexpr backend of = Session::Target.backend;
    return planning::wants_few_bytes(
        Session::Target.optimize,
        sum_macs_of_operator<Session::Model, of, Session::Model.graph.nodes[Step].kind>(),
        macs_of_model<Session::Model, of>);
}

template <class Session>
constexpr view<const constant> constants_of() {
    return {Session::Model.constants.items, Session::Model.constants.size()};
}

/// Whether all scales of a step are short: a backend's kernel is fastest with short ones.
template <class Session, int Step>
constexpr bool has_only_short_scales() {
    return has_short_scales(tag_of_step<Session, Step>{},
                            ops::attributes_of<Session::Model, Step>(), Session::tensors_of(Step),
                            constants_of<Session>(), Session::rounds);
}

/// Whether the compiler knows that a step has only short scales. It cannot read scales in an object
/// file (onnx2hpp --weights object).
template <class Session, int Step, bool Short = has_only_short_scales<Session, Step>()>
constexpr bool is_known_to_have_short_scales(int) {
    return Short;
}
template <class Session, int Step>
constexpr bool is_known_to_have_short_scales(long) {
    return false;
}

/// Whether the compiler knows that all steps have only short scales. This is one answer for the
/// program, so that layers of one kind share an instance.
template <class Session>
constexpr bool have_short_scales() {
    bool all = true;
    for_each_index<Session::Model.graph.node_count>([&](auto step) {
        if (!is_known_to_have_short_scales<Session, step.value>(0)) all = false;
    });
    return all;
}
template <class Session>
inline constexpr bool short_scales = have_short_scales<Session>();

/// Whether all of them shift by so little that the backend is faster still.
template <class Session>
constexpr bool have_small_shifts() {
    bool all = short_scales<Session>;
    if constexpr (short_scales<Session>)
        for_each_index<Session::Model.graph.node_count>([&](auto step) {
            if (!has_small_shifts(tag_of_step<Session, step.value>{},
                                  ops::attributes_of<Session::Model, step.value>(),
                                  Session::tensors_of(step.value), constants_of<Session>(),
                                  Session::rounds))
                all = false;
        });
    return all;
}
template <class Session>
inline constexpr bool small_shifts = have_small_shifts<Session>();

/// Which loops of the backend serve a step's layer, if the backend tells and the compiler knows.
template <class Session, int Step, auto Key,
          int8_t Variant = variant_of<Key>(tag_of_step<Session, Step>{}, layer<Session, Step>)>
constexpr int8_t find_variant(int) {
    return Variant;
}
template <class Session, int Step, auto Key>
constexpr int8_t find_variant(long) {
    return kernels::unknown_variant;
}

template <class Session, int Step, auto Key>
constexpr auto with_variant() {
    auto key = Key;
    if constexpr (requires { key.variant; }) key.variant = find_variant<Session, Step, Key>(0);
    return key;
}

/// The key of a step's kernel under the target's policy, before the planner's decisions.
template <class Session, int Step>
constexpr auto key_of_step() {
    constexpr kernels::program_key program{.compact = is_compact<Session, Step>(),
                                           .short_scales = short_scales<Session>,
                                           .small_shifts = small_shifts<Session>};
    constexpr auto full =
        kernels::key_in(program, kernels::key_of(ops::attributes_of<Session::Model, Step>(),
                                                 Session::tensors_of(Step), Session::rounds));
    constexpr auto known = with_variant<Session, Step, full>();
    return deserves_own_instance<Session, Step>() ? known : kernels::traits_of(known);
}
template <class Session, int Step>
inline constexpr auto key = key_of_step<Session, Step>();

}  // namespace tigris::execution
