// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model with states frame after frame: usage: run_frames INPUTS OUTPUTS. Both files hold raw
// elements in ONNX's order, those of all inputs (outputs) of a frame, frame after frame. Fails
// where a plan for the smallest fast memory or a run after reset() gives other bytes.

#include "model.hpp"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

constexpr auto model = frames::model;
using model_type = tigris::type_of<model>;
constexpr int input_count = tigris::own_inputs<model_type>;
constexpr int output_count = tigris::own_outputs<model_type>;
constexpr std::uint64_t least = std::uint64_t(tigris::smallest_fast_bytes<model, tigris::target{}>);
constexpr tigris::target smallest{.fast = least};

using bytes = std::vector<char>;

template <class Edge>
constexpr std::size_t size_of = sizeof(typename Edge::type) * std::size_t(Edge::extent);

template <int... Index>
constexpr std::size_t bytes_of_frame(tigris::index_sequence<Index...>) {
    return (std::size_t(0) + ... + size_of<tigris::input_edge<model, Index>>);
}
constexpr std::size_t frame_bytes = bytes_of_frame(tigris::make_index_sequence<input_count>{});

/// Elements in memory order from those in ONNX's, or the other way round.
template <class Edge>
void read(const char*& from, typename Edge::type* to) {
    for (int i = 0; i < Edge::extent; ++i, from += sizeof(*to))
        std::memcpy(to + tigris::memory_place(Edge::info, i), from, sizeof(*to));
}
template <class Edge>
void write(const typename Edge::type* from, bytes& to) {
    for (int i = 0; i < Edge::extent; ++i) {
        const char* item =
            reinterpret_cast<const char*>(from + tigris::memory_place(Edge::info, i));
        to.insert(to.end(), item, item + sizeof(*from));
    }
}

template <int Index>
tigris::input_buffer<model, Index> in{};
template <int Index>
tigris::output_buffer<model, Index> out{};

template <class Workspace, int... I, int... O>
void run_frame(Workspace& memory, const char* frame, bytes& results, tigris::index_sequence<I...>,
               tigris::index_sequence<O...>) {
    (read<tigris::input_edge<model, I>>(frame, in<I>.items), ...);
    tigris::run(model, memory, tigris::inputs(in<I>...), tigris::outputs(out<O>...));
    (write<tigris::output_edge<model, O>>(out<O>.items, results), ...);
}

template <class Workspace>
bytes run_all(Workspace& memory, const bytes& frames) {
    bytes results;
    for (std::size_t at = 0; at + frame_bytes <= frames.size(); at += frame_bytes)
        run_frame(memory, frames.data() + at, results, tigris::make_index_sequence<input_count>{},
                  tigris::make_index_sequence<output_count>{});
    return results;
}

tigris::workspace<model, tigris::target{}> unlimited{};
tigris::workspace<model, smallest> limited{};

}  // namespace

int main(int, char** argv) {
    std::ifstream file(argv[1], std::ios::binary);
    const bytes frames{std::istreambuf_iterator<char>(file), {}};
    const bytes results = run_all(unlimited, frames);
    unlimited.reset();
    if (run_all(unlimited, frames) != results) return std::puts("reset changes results"), 1;
    if (run_all(limited, frames) != results) return std::puts("the smallest plan differs"), 1;
    std::ofstream(argv[2], std::ios::binary).write(results.data(), std::streamsize(results.size()));
    std::printf("%llu bytes of fast memory at least, %zu of states\n",
                static_cast<unsigned long long>(least),
                std::size_t(tigris::plan_of<model, smallest>.state_bytes));
}
