// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether steps run on the kernels that their facts name.

#include <helpers/own_kernel.hpp>
#include <tigris/execution/plans/step_key.hpp>

#include <type_traits>

namespace tigris::test {

template <class Session, int Step, int I>
constexpr auto window_read() {
    using element = execution::input_element<Session, Step, I>;
    if constexpr (execution::is_constant_input<Session, Step, I>())
        return kernels::constant_rows<element>{};
    else
        return kernels::row_window<element>{};
}
template <class Session, int Step, int I>
using window = decltype(window_read<Session, Step, I>());

template <class Session, int Step, int... I>
constexpr bool picks_own_kernel(index_sequence<I...>) {
    constexpr ops::contract how = Session::facts(Step).op.contract;
    constexpr auto G = execution::key<Session, Step>;
    using layer = decltype(execution::layer<Session, Step>);
    using tag = only<execution::tag_of_step<Session, Step>>;
    using out = execution::output_element<Session, Step>;
    if constexpr (how == ops::contract::accumulate)
        return calls_add_rows<G, tag, layer, execution::sum_of<Session, Step>,
                              window<Session, Step, 0>>;
    else if constexpr (how == ops::contract::rows)
        return calls_rows<G, tag, layer, out, window<Session, Step, I>...>;
    else
        return calls_whole<G, tag, layer, out, execution::input_element<Session, Step, I>...>;
}

/// The backend itself, or whose kernels multiply floats for it.
template <class Session, int Step>
constexpr backend backend_for() {
    using op = std::remove_cvref_t<decltype(ops::attributes_of<Session::Model, Step>())>;
    constexpr bool takes_blocks =
        std::is_base_of_v<kernels::float_blocks_tag, typename Session::backend_tag> &&
        kernels::adds_products<op> && is_same<execution::output_element<Session, Step>, float>;
    return takes_blocks ? blocked : Session::Target.backend;
}

/// How many steps of a model are said to run on the backend's own kernels; -1 if what is said of
/// one is wrong.
template <auto Model, backend Backend>
int count_own_kernels() {
    using session =
        execution::session<Model,
                           target{.backend = Backend, .optimize = optimize::speed, .alignment = 4}>;
    int own = 0;
    bool is_true = true;
    for_each_index<Model.graph.node_count>([&](auto index) {
        constexpr int step = index.value;
        if constexpr (session::facts(step).op.contract != ops::contract::alias) {
            const backend used = session::facts(step).kernel.backend;
            const bool said = used != portable;
            const auto inputs = execution::data_inputs<session, step>;
            is_true = is_true && said == picks_own_kernel<session, step>(inputs) &&
                      (!said || used == backend_for<session, step>());
            own += said;
        }
    });
    return is_true ? own : -1;
}

}  // namespace tigris::test
