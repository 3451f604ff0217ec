// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What functions with C's types do (c_interface.hpp). For a null pointer they return a status, and
// touch nothing.

#include <tigris/execution/run.hpp>

namespace tigris::execution {

/// Functions of a C interface, as PREFIX.h lists them. run_in_workspace is a run without inputs and
/// outputs of the caller. `input` and `output` give the address of an input or output in the
/// workspace.
enum class c_function : uint8_t {
    init,
    run,
    run_in_workspace,
    bind,
    bind_weights,
    hydrate,
    reset,
    status_name,
    input,
    output
};

constexpr uint32_t bit_of(c_function f) { return 1u << uint32_t(f); }

constexpr const char* name_of_number(int number) {
    return status_name(number < 0 || number > UINT8_MAX ? status(UINT8_MAX) : status(number));
}

/// Whether an input or output of this mode is a member of PREFIX_io.
constexpr bool is_passed(io mode) { return mode == io::caller || mode == io::rows; }

/// How many of the first `count` inputs or outputs are members of PREFIX_io.
constexpr int count_passed(const io_modes& modes, int count) {
    int passed = 0;
    for (int i = 0; i < count; ++i)
        if (is_passed(modes[i])) ++passed;
    return passed;
}

/// A function of C for rows, and its user pointer, as a function object.
template <class Rows>
struct rows_of_c {
    Rows rows;

    template <class T>
    void operator()(T* row, int count, int y) const {
        rows.function(rows.user, row, count, y);
    }
};
template <class Rows>
struct source_of_c {
    static constexpr bool is_row_source = true;
    using function = rows_of_c<Rows>;
    function source;
};
template <class Rows>
struct sink_of_c {
    static constexpr bool is_row_sink = true;
    using function = rows_of_c<Rows>;
    function sink;
};

/// The memory of an edge as an array, whose extent is the edge's.
template <class Edge, class T>
auto& array_of_c(T* begin) {
    return *reinterpret_cast<T(*)[Edge::extent]>(begin);
}

template <class T>
constexpr bool is_null(T* pointer) {
    return pointer == nullptr;
}
template <class Rows>
constexpr bool is_null(const Rows& rows) {
    return rows.function == nullptr;
}

template <int... Index, class... Member>
constexpr bool has_null(const bound_buffers<index_sequence<Index...>, const Member...>& members) {
    return (... || is_null(get<Index>(members)));
}

/// C's row function as the row source or row sink that tigris::run takes.
template <class Rows>
constexpr source_of_c<Rows> rows_of(input_side, const Rows& rows) {
    return {{rows}};
}
template <class Rows>
constexpr sink_of_c<Rows> rows_of(output_side, const Rows& rows) {
    return {{rows}};
}

/// What tigris::run takes for input or output number Index. The members of that side begin with
/// number First.
template <class Side, auto Model, target Target, int First, int Index, class Members>
decltype(auto) passed_by_c(const Members& members) {
    constexpr io mode = Side::modes(Target)[Index];
    constexpr int member = First + count_passed(Side::modes(Target), Index);
    if constexpr (!is_passed(mode))
        return (in_workspace);
    else if constexpr (mode == io::rows)
        return rows_of(Side{}, get<member>(members));
    else
        return in_memory_order(
            array_of_c<typename Side::template edge<Model, Index>>(get<member>(members)));
}

/// The type of the list that a run takes of C, for all inputs or all outputs.
template <class Side, auto Model, target Target, int First, class Members, int... Index>
auto pass_list(index_sequence<Index...>) -> decltype(outputs(
    passed_by_c<Side, Model, Target, First, Index>(declared<const Members&>())...));
template <class Side, auto Model, target Target, int First, class Members>
using passed_list = decltype(pass_list<Side, Model, Target, First, Members>(
    make_index_sequence<Side::template own<type_of<Model>>>{}));

/// A pointer to the first fault of a model and a target, or to nothing_to_say.
template <auto Model, target Target>
constexpr auto fault_of_exported() {
    if constexpr (is_same<workspace_check<Model, Target>, nothing_to_say>)
        return fault_of_backend<Model, Target>();
    else
        return as_check<workspace_check<Model, Target>>();
}

/// PREFIX_hydrate_constants copies staged constants to a context of C. Firmware may replace that
/// function.
template <class Context>
struct hydration_of_c {
    template <class Workspace>
    static void hydrate(Workspace& memory) {
        hydrate_constants_in(reinterpret_cast<Context*>(&memory));
    }
};

/// A model for a target in a context, which is a workspace for C++. `Functions` has the bits of the
/// functions that PREFIX.h declares. With `bind`, the arenas are the caller's.
template <auto Model, target Target, class Context, uint32_t Functions>
struct exported {
    static constexpr bool binds = (Functions & bit_of(c_function::bind)) != 0;
    using memory = workspace<Model, Target, binds ? arena_owner::caller : arena_owner::workspace,
                             hydration_of_c<Context>>;

    static constexpr int input_count = own_inputs<type_of<Model>>;
    static constexpr int output_count = own_outputs<type_of<Model>>;
    static constexpr int first_output = count_passed(Target.input, input_count);

    /// The functions that the model's C interface has. It has `bind` where PREFIX.h says so.
    static constexpr uint32_t expected_functions() {
        using enum c_function;
        const int inputs = first_output, outputs = count_passed(Target.output, output_count);
        uint32_t bits = bit_of(init) | bit_of(status_name) | (Functions & bit_of(bind));
        bits |= bit_of(inputs + outputs > 0 ? c_function::run : run_in_workspace);
        if (memory::has_blob) bits |= bit_of(c_function::bind_weights);
        if (memory::has_staged) bits |= bit_of(c_function::hydrate);
        if (type_of<Model>::state_count > 0) bits |= bit_of(c_function::reset);
        if (inputs < input_count) bits |= bit_of(c_function::input);
        if (outputs < output_count) bits |= bit_of(c_function::output);
        return bits;
    }

    /// A class whose completion is the compile error of a model and target, or nothing_to_say.
    using check = typename pointed_check<decltype(fault_of_exported<Model, Target>())>::type;
    /// A class whose completion is the compile error of a run with these members of PREFIX_io, or
    /// nothing_to_say.
    template <class Members>
    using check_of_run = typename pointed_check<
        decltype(fault_of_run<Model, Target, passed_list<input_side, Model, Target, 0, Members>,
                              passed_list<output_side, Model, Target, first_output, Members>>())>::
        type;

    /// Whether a context has room for the workspace, and PREFIX.h declares the functions of the
    /// model. True after another error.
    template <size_t Bytes, size_t Alignment>
    static constexpr bool suits = !is_same<check, nothing_to_say> ||
                                  (Bytes >= sizeof(memory) && Alignment % alignof(memory) == 0 &&
                                   Functions == expected_functions());

    static status init(void* context) {
        if (context == nullptr) return status::null_buffer;
        if (reinterpret_cast<uintptr_t>(context) % alignof(memory) != 0)
            return status::misaligned_arena;
        auto* made = new (context) placed_memory();
        if constexpr (memory::has_init && !binds && !memory::has_blob)
            return made->init();
        else if constexpr (memory::has_packed)
            return made->check_packed();
        else
            return status::ok;
    }

    /// `members_of(*io)` are references to the members of PREFIX_io.
    template <class Io, class MembersOf>
    static status run(void* context, const Io* io, MembersOf members_of) {
        if (context == nullptr || io == nullptr) return status::null_buffer;
        const auto members = members_of(*io);
        if (has_null(members)) return status::null_buffer;
        return run_with(at(context), members, make_index_sequence<input_count>{},
                        make_index_sequence<output_count>{});
    }
    static status run(void* context) {
        if (context == nullptr) return status::null_buffer;
        return run_with(at(context), buffers_in_order<>{}, make_index_sequence<input_count>{},
                        make_index_sequence<output_count>{});
    }

    static status bind(void* context, int region, void* begin, size_t bytes) {
        return context == nullptr ? status::null_buffer : at(context).bind(region, begin, bytes);
    }
    static status bind_weights(void* context, const void* begin, size_t bytes) {
        return context == nullptr ? status::null_buffer : at(context).bind_weights(begin, bytes);
    }
    static status reset(void* context) {
        if (context == nullptr) return status::null_buffer;
        at(context).reset();
        return status::ok;
    }

    static status hydrate(void* context) {
        if (context == nullptr) return status::null_buffer;
        if (const status bound = at(context).bindings(); bound != status::ok) return bound;
        at(context).hydrate();
        return at(context).readiness();
    }
    static status mark_hydrated(void* context) {
        if (context == nullptr) return status::null_buffer;
        at(context).mark_hydrated();
        return status::ok;
    }
    static status clear_hydrated(void* context) {
        if (context == nullptr) return status::null_buffer;
        at(context).clear_hydrated();
        return status::ok;
    }
    /// What PREFIX_hydrate_constants does if firmware has none of its own. It does nothing for a
    /// memory that is not addressable.
    static void copy_staged(void* context) {
        if constexpr (memory::has_addressable_sources) copy_constants::hydrate(at(context));
    }
    /// Writes block number `number` of staged constants to `found`. False where there is none.
    template <class Block>
    static bool find_staged(void* context, int number, Block* found) {
        int next = 0;
        bool is_found = false;
        if (context == nullptr || found == nullptr) return false;
        at(context).for_each_staged([&](const staged_block& b) {
            if (next++ != number) return;
            *found = {b.arena, b.to, b.from, b.bytes};
            is_found = true;
        });
        return is_found;
    }

    /// The elements of an input or output in the workspace; null where the arena is not bound.
    template <int Index>
    static auto* input(void* context) {
        return is_bound<Model.inputs[Index]>(context) ? at(context).template input<Index>()
                                                      : nullptr;
    }
    template <int Index>
    static const auto* output(void* context) {
        return is_bound<Model.outputs[Index]>(context) ? at(context).template output<Index>()
                                                       : nullptr;
    }

private:
    /// The workspace where C has memory for it.
    struct placed_memory : memory {
        static void* operator new(size_t, void* place) noexcept { return place; }
    };

    static memory& at(void* context) {
        return *__builtin_launder(static_cast<placed_memory*>(context));
    }
    /// Whether the arena of an input or output has an address.
    template <int Tensor>
    static bool is_bound(void* context) {
        constexpr int region = plan_of<Model, Target>.tensors[Tensor].region;
        return context != nullptr && at(context).template begin_of<region>() != nullptr;
    }

    template <class Members, int... Input, int... Output>
    static status run_with(memory& ws, const Members& members, index_sequence<Input...>,
                           index_sequence<Output...>) {
        const auto run_it = [&] {
            return tigris::run(
                Model, ws, outputs(passed_by_c<input_side, Model, Target, 0, Input>(members)...),
                outputs(passed_by_c<output_side, Model, Target, first_output, Output>(members)...));
        };
        if constexpr (memory::may_lack)
            return run_it();
        else
            return run_it(), status::ok;
    }
};

}  // namespace tigris::execution
