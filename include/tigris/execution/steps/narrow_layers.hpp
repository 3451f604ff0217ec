// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Records of layers that are as wide as a strip or part.

#include <tigris/execution/steps/narrow_task.hpp>

namespace tigris::execution {

/// The tensors of a step, as wide as one strip or part.
template <int Inputs>
struct narrow_tensors {
    tensor items[Inputs + 1]{};
    int16_t edges[Inputs + 1]{};

    constexpr operands all() const {
        return {{items, Inputs + 1}, edges, edges + Inputs, Inputs, 1};
    }
};

constexpr void set_width(shape& dims, int32_t width) {
    if (dims.rank == 4 && dims[2] != 1) dims.extent[2] = width;
}

template <class Narrow>
constexpr auto make_narrow_tensors(int n) {
    using session = typename Narrow::memory::session;
    constexpr int step = Narrow::step;
    constexpr operands full = session::tensors_of(step);
    narrow_tensors<full.inputs> narrow{};
    for (int i = 0; i < full.inputs; ++i) {
        narrow.edges[i] = int16_t(full.has_input(i) ? i : -1);
        if (!full.has_input(i)) continue;
        narrow.items[i] = full.input(i);
        if (full.input(i).kind != tensor_kind::constant)
            set_width(narrow.items[i].dims, Narrow::needed(i, n).count());
    }
    narrow.edges[full.inputs] = int16_t(full.inputs);
    narrow.items[full.inputs] = full.output();
    set_width(narrow.items[full.inputs].dims, Narrow::made(n).count());
    return narrow;
}

/// The operator, with the padding that is left of the columns of strip or part n.
template <class Narrow>
constexpr auto make_narrow_op(int n) {
    using session = typename Narrow::memory::session;
    auto op = ops::attributes_of<session::Model, Narrow::step>();
    if constexpr (requires { op.window; })
        op.window.pad_left = int16_t(op.window.pad_left + Narrow::needed(0, n).first -
                                     Narrow::made(n).first * op.window.stride_w);
    return op;
}

/// The record of a step that makes the columns of strip or part n.
template <class Narrow>
constexpr auto make_narrow_layer(int n) {
    const auto tensors = make_narrow_tensors<Narrow>(n);
    return make_layer<typename Narrow::memory::session, Narrow::step>(make_narrow_op<Narrow>(n),
                                                                      tensors.all());
}

template <class Record, int Times>
struct record_list {
    Record of[Times];
};

/// The records make(n) for each strip or part n.
template <class Narrow, class Make>
constexpr auto list_records(const Make& make) {
    return [&]<int... N>(index_sequence<N...>) {
        return record_list<decltype(make(0)), Narrow::times>{{make(N)...}};
    }
    (make_index_sequence<Narrow::times>{});
}

template <class Narrow>
inline constexpr auto narrow_layers = list_records<Narrow>(make_narrow_layer<Narrow>);

/// narrow_layers without prepared constants, then without constants that are found in a run.
template <class Narrow, auto Key>
inline constexpr auto rest_of_narrow_layers = list_records<Narrow>([](int n) {
    return without_prepared<Key>(tag_of_step<typename Narrow::memory::session, Narrow::step>{},
                                 narrow_layers<Narrow>.of[n]);
});
template <class Narrow>
inline constexpr auto narrow_layers_without_constants = list_records<Narrow>([](int n) {
    return with_constants<typename Narrow::memory::session, Narrow::step>(
        narrow_layers<Narrow>.of[n], no_constants{});
});

/// The record that the call for strip or part n of a row reads.
template <class Narrow, auto Key, class Memory>
[[gnu::always_inline]] constexpr decltype(auto) narrow_record(const Memory& memory, int n) {
    using session = typename Narrow::memory::session;
    if constexpr (has_own_prepared<session, Narrow::step, Key>)
        return *&rest_of_narrow_layers<Narrow, Key>.of[n];
    else if constexpr (finds_constants<session, Narrow::step, Memory>)
        return with_constants<session, Narrow::step>(narrow_layers_without_constants<Narrow>.of[n],
                                                     memory.constants());
    else
        return *&narrow_layers<Narrow>.of[n];
}

}  // namespace tigris::execution
