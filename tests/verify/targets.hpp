// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model run for a target: in a workspace that holds rubbish and is guarded, from and to whatever
// the target's I/O modes say.

#include <tigris/core.hpp>

// An emulated core has no threads: there one worker makes all.
#if defined(__linux__)
#define TIGRIS_VERIFY_THREADS 1
#include "../helpers/second_thread.hpp"
#else
#define TIGRIS_VERIFY_THREADS 0
#endif

#ifndef TIGRIS_VERIFY_BACKEND
#define TIGRIS_VERIFY_BACKEND portable
#endif

namespace verify {

/// Backends of other cores are tried here, too.
constexpr tigris::target emulated(tigris::target t) {
    t.emulate = true;
    return t;
}

/// Whose kernels run.
inline constexpr tigris::backend backend = tigris::TIGRIS_VERIFY_BACKEND;

/// Where the blob of a model is, if it has one. The generated source says so.
struct blob_memory {
    const unsigned char* begin;
    size_t bytes;
};
template <class Model>
blob_memory blob_of();

/// Ends the program where a call says that it failed: there is nothing to compare then.
template <class Call>
void require_success(Call&& call) {
    if constexpr (tigris::is_same<decltype(call()), void>)
        call();
    else if (call() != tigris::status::ok)
        __builtin_trap();
}

/// Constants are where the run reads them: in a blob, decoded, or copied to other memory.
template <class Model, class Workspace>
void prepare_constants(Workspace& memory) {
    if constexpr (Workspace::has_blob) {
        const blob_memory blob = blob_of<Model>();
        require_success([&] { return memory.bind_weights(blob.begin, blob.bytes); });
    }
    if constexpr (Workspace::has_packed || Workspace::has_staged)
        require_success([&] { return memory.init(); });
}

/// A model planned for one more target. `run` is null where no plan fits, and then the bytes are
/// those of the smallest fast memory; else it reads the model's input buffers, fills the output
/// buffers, and gives a sentence where the run did what it must not.
struct run_for_target {
    int64_t fast_bytes;
    int64_t slow_bytes;
    tigris::view<void* const> output_buffers;
    const char* (*run)();
};

/// What memory holds before a run, so that nobody relies on zeros.
inline constexpr unsigned char rubbish = 0xa5;
inline constexpr int guard_bytes = 64;

inline void fill_with_rubbish(unsigned char* bytes, int64_t count) {
    for (int64_t i = 0; i < count; ++i) bytes[i] = rubbish;
}
inline bool is_rubbish(const unsigned char* bytes, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
        if (bytes[i] != rubbish) return false;
    return true;
}

template <class Model, int Place, int Tensor>
struct alignas(32) edge_buffer {
    static constexpr int extent = tigris::edge<Model{}, Tensor>::extent;
    inline static typename tigris::edge<Model{}, Tensor>::type items[extent];
};

/// The target with the least fast memory that it can have, so many times.
template <auto Model, tigris::target Like, int Times>
constexpr tigris::target with_smallest_fast() {
    tigris::target result = Like;
    result.fast = uint64_t(tigris::smallest_fast_bytes<Model, Like>) * Times;
    return result;
}

/// Counts rows of a buffer, which must come one after the other, each once.
template <class Buffer>
struct row_counter {
    inline static int elements;
    inline static bool in_order;

    static void start() { elements = 0, in_order = true; }
    /// The first element of row y, or the buffer's where it is not the next one.
    static auto* row(int y, int count) {
        in_order = in_order && y * count == elements && elements + count <= Buffer::extent;
        elements += count;
        return Buffer::items + (in_order ? y * count : 0);
    }
    static bool is_complete() { return in_order && elements == Buffer::extent; }
};

template <class Buffer>
struct row_reader : row_counter<Buffer> {
    template <class T>
    void operator()(T* row, int count, int y) const {
        const T* from = row_counter<Buffer>::row(y, count);
        for (int i = 0; i < count; ++i) row[i] = from[i];
    }
};

template <class Buffer>
struct row_writer : row_counter<Buffer> {
    template <class T>
    void operator()(const T* row, int count, int y) const {
        T* to = row_counter<Buffer>::row(y, count);
        for (int i = 0; i < count; ++i) to[i] = row[i];
    }
};

constexpr bool is_in_workspace(tigris::io mode) {
    return mode == tigris::io::arena || mode == tigris::io::slow;
}

/// One input of the model, as the target wants it.
template <class Model, tigris::target Target, int I>
struct input_for_target {
    using buffer = edge_buffer<Model, I, Model::inputs[I]>;
    using reader = row_reader<buffer>;
    static constexpr tigris::io mode = Target.input[I];
    static constexpr reader read{};
    static constexpr tigris::row_source<reader> source{read};
    static constexpr auto ordered = tigris::in_memory_order(buffer::items);

    static constexpr const auto& given() {
        if constexpr (mode == tigris::io::caller)
            return ordered;
        else if constexpr (mode == tigris::io::rows)
            return source;
        else
            return tigris::in_workspace;
    }
    template <class Workspace>
    static void prepare(Workspace& memory) {
        reader::start();
        if constexpr (is_in_workspace(mode))
            for (int i = 0; i < buffer::extent; ++i)
                memory.template input<I>()[i] = buffer::items[i];
    }
    /// The rows of an input that no step reads are not asked for.
    static bool is_complete() {
        constexpr bool is_read =
            tigris::plan_of<Model{}, Target>.tensors[Model::inputs[I]].last_step >= 0;
        return mode != tigris::io::rows ||
               (is_read ? reader::is_complete() : reader::elements == 0);
    }
};

/// One output, with a buffer of its own.
template <class Model, tigris::target Target, int I>
struct output_for_target {
    struct buffer : edge_buffer<Model, -1 - I, Model::outputs[I]> {
        inline static typename tigris::output_edge<Model{}, I>::type items[buffer::extent];
    };
    using writer = row_writer<buffer>;
    static constexpr tigris::io mode = Target.output[I];
    static constexpr writer write{};
    static constexpr tigris::row_sink<writer> sink{write};
    static constexpr auto ordered = tigris::in_memory_order(buffer::items);

    static constexpr auto& given() {
        if constexpr (mode == tigris::io::caller)
            return ordered;
        else if constexpr (mode == tigris::io::rows)
            return sink;
        else
            return tigris::in_workspace;
    }
    static void prepare() {
        writer::start();
        fill_with_rubbish(reinterpret_cast<unsigned char*>(buffer::items), sizeof buffer::items);
    }
    template <class Workspace>
    static void take(Workspace& memory) {
        if constexpr (is_in_workspace(mode))
            for (int i = 0; i < buffer::extent; ++i)
                buffer::items[i] = memory.template output<I>()[i];
    }
    static bool is_complete() { return mode != tigris::io::rows || writer::is_complete(); }
};

template <class Model, tigris::target Target, class Inputs, class Outputs>
struct target_run;
template <class Model, tigris::target Target, int... I, int... O>
struct target_run<Model, Target, tigris::index_sequence<I...>, tigris::index_sequence<O...>> {
    template <int K>
    using input = input_for_target<Model, Target, K>;
    template <int K>
    using output = output_for_target<Model, Target, K>;

    using workspace_type = tigris::workspace<Model{}, Target, tigris::external>;
    static constexpr int arenas = tigris::execution::arena_count<Model{}, Target>;

    /// An arena between guards.
    template <int Arena>
    struct guarded {
        unsigned char before[guard_bytes];
        tigris::region_arena<Model{}, Target, Arena> arena{};
        unsigned char behind[guard_bytes];

        void fill() {
            fill_with_rubbish(before, guard_bytes);
            fill_with_rubbish(arena.data, arena.bytes);
            fill_with_rubbish(behind, guard_bytes);
        }
        bool is_intact() const {
            return is_rubbish(before, guard_bytes) && is_rubbish(behind, guard_bytes);
        }
    };
    template <int Arena>
    inline static guarded<Arena> guarded_arena{};
    inline static workspace_type memory{};

    static void prepare_memory() {
        tigris::for_each_index<arenas>([](auto arena) {
            guarded_arena<arena.value>.fill();
            auto& room = guarded_arena<arena.value>.arena;
            if (room.bytes > 0)
                require_success([&] { return memory.bind(arena.value, room.data, room.bytes); });
        });
        prepare_constants<Model>(memory);
    }
    static bool is_intact() {
        bool intact = true;
        tigris::for_each_index<arenas>(
            [&](auto arena) { intact = intact && guarded_arena<arena.value>.is_intact(); });
        return intact;
    }
    static constexpr void* output_buffers[]{output<O>::buffer::items...};

    static tigris::status run_with_workers() {
        const auto in = tigris::inputs(input<I>::given()...);
        const auto out = tigris::outputs(output<O>::given()...);
#if TIGRIS_VERIFY_THREADS
        if constexpr (Target.workers > 1) {
            tigris_test::second_thread second;
            return tigris::run(Model{}, memory, in, out, second);
        }
#endif
        return tigris::run(Model{}, memory, in, out);
    }
    static const char* run() {
        prepare_memory();
        (input<I>::prepare(memory), ...);
        (output<O>::prepare(), ...);
        const tigris::status done = run_with_workers();
        if (done != tigris::status::ok) return "it does not run in the arenas that it asks for";
        (output<O>::take(memory), ...);
        if (!is_intact()) return "it writes outside of its arenas";
        if (!(input<I>::is_complete() && ...)) return "its row source is not asked row by row";
        if (!(output<O>::is_complete() && ...)) return "its row sink is not given row by row";
        return nullptr;
    }
};

template <class Model, tigris::target Target>
constexpr run_for_target run_for() {
    using run = target_run<Model, Target, tigris::make_index_sequence<Model::inputs.size()>,
                           tigris::make_index_sequence<Model::outputs.size()>>;
    if constexpr (tigris::fits<Model{}, Target>) {
        constexpr auto& plan = tigris::plan_of<Model{}, Target>;
        return {plan.fast_peak_bytes,
                plan.slow_peak_bytes,
                {run::output_buffers, Model::outputs.size()},
                run::run};
    } else {
        return {tigris::smallest_fast_bytes<Model{}, Target>, 0, {}, nullptr};
    }
}

}  // namespace verify
