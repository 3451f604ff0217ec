// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What functions with C's types do (c_interface.hpp). A null pointer is a status, and then nothing
// was touched.

#include <tigris/execution/run.hpp>

namespace tigris::execution {

/// Functions of a C interface, as PREFIX.h lists them. run_in_workspace is a run without any input
/// or output of the caller's; `input` and `output` say where one is in the workspace.
enum class c_function : uint8_t {
    init,
    run,
    run_in_workspace,
    bind,
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

/// How many of the first `count` inputs or outputs are.
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

/// What C passes for input number Index: what tigris::run takes for it.
template <auto Model, target Target, int Index, class Members>
decltype(auto) input_of_c(const Members& members) {
    constexpr io mode = Target.input[Index];
    constexpr int member = count_passed(Target.input, Index);
    if constexpr (!is_passed(mode))
        return (in_workspace);
    else if constexpr (mode == io::rows)
        return source_of_c<typename plain<decltype(get<member>(members))>::type>{
            {get<member>(members)}};
    else
        return array_of_c<input_edge<Model, Index>>(get<member>(members));
}

/// The same for output number Index, whose members stand behind those of all inputs.
template <auto Model, target Target, int Index, class Members>
decltype(auto) output_of_c(const Members& members) {
    constexpr io mode = Target.output[Index];
    constexpr int member =
        count_passed(Target.input, own_inputs<type_of<Model>>) + count_passed(Target.output, Index);
    if constexpr (!is_passed(mode))
        return (in_workspace);
    else if constexpr (mode == io::rows)
        return sink_of_c<typename plain<decltype(get<member>(members))>::type>{
            {get<member>(members)}};
    else
        return array_of_c<output_edge<Model, Index>>(get<member>(members));
}

template <class T>
struct referred {
    using type = T;
};
template <class T>
struct referred<T&> {
    using type = T;
};

/// A list of what is passed to run, temporaries too: it lasts as long as they do.
template <class... B>
constexpr auto listed(B&&... buffers) {
    return buffers_in_order<typename referred<B>::type...>{{buffers}...};
}

/// A model for a target in a context, which is a workspace to C++. `Functions` has the bits of the
/// functions that PREFIX.h declares. Arenas are the caller's where one of them is `bind`.
template <auto Model, target Target, uint32_t Functions>
struct exported {
    static constexpr bool binds = (Functions & bit_of(c_function::bind)) != 0;
    using memory = workspace<Model, Target, binds ? arena_owner::caller : arena_owner::workspace>;

    static constexpr int input_count = own_inputs<type_of<Model>>;
    static constexpr int output_count = own_outputs<type_of<Model>>;

    /// Those that the model has, with `bind` where PREFIX.h says so.
    static constexpr uint32_t expected_functions() {
        using enum c_function;
        const int inputs = count_passed(Target.input, input_count);
        const int outputs = count_passed(Target.output, output_count);
        uint32_t bits = bit_of(init) | bit_of(status_name) | (Functions & bit_of(bind));
        bits |= bit_of(inputs + outputs > 0 ? c_function::run : run_in_workspace);
        if (type_of<Model>::state_count > 0) bits |= bit_of(c_function::reset);
        if (inputs < input_count) bits |= bit_of(c_function::input);
        if (outputs < output_count) bits |= bit_of(c_function::output);
        return bits;
    }

    /// Whether a context has room for the workspace, and the functions are those of the model.
    template <size_t Bytes, size_t Alignment>
    static constexpr bool suits = Bytes >= sizeof(memory) && Alignment % alignof(memory) == 0 &&
                                  Functions == expected_functions();

    static status init(void* context) {
        if (context == nullptr) return status::null_buffer;
        if (reinterpret_cast<uintptr_t>(context) % alignof(memory) != 0)
            return status::misaligned_arena;
        auto* made = new (context) placed_memory();
        if constexpr (memory::has_init && !binds)
            return made->init();
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
    static status reset(void* context) {
        if (context == nullptr) return status::null_buffer;
        at(context).reset();
        return status::ok;
    }

    /// Null where the arena is not bound.
    template <int Index>
    static auto* input(void* context) {
        using element = typename input_edge<Model, Index>::type;
        return is_ready(context) ? at(context).template input<Index>()
                                 : static_cast<element*>(nullptr);
    }
    template <int Index>
    static const auto* output(void* context) {
        using element = typename output_edge<Model, Index>::type;
        return is_ready(context) ? at(context).template output<Index>()
                                 : static_cast<element*>(nullptr);
    }

private:
    /// The workspace where C has memory for it.
    struct placed_memory : memory {
        static void* operator new(size_t, void* place) noexcept { return place; }
    };

    static memory& at(void* context) {
        return *__builtin_launder(static_cast<placed_memory*>(context));
    }
    static bool is_ready(void* context) {
        return context != nullptr && at(context).readiness() == status::ok;
    }

    template <class Members, int... Input, int... Output>
    static status run_with(memory& ws, const Members& members, index_sequence<Input...>,
                           index_sequence<Output...>) {
        const auto run_it = [&] {
            return tigris::run(Model, ws, listed(input_of_c<Model, Target, Input>(members)...),
                               listed(output_of_c<Model, Target, Output>(members)...));
        };
        if constexpr (memory::may_lack)
            return run_it();
        else
            run_it();
        return status::ok;
    }
};

}  // namespace tigris::execution
