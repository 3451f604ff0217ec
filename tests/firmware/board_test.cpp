// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A header for a board puts its arenas where the board's file says, and computes what the compiler
// computes of the model.

#include <conv_for_board.hpp>
#include <conv_int8.hpp>
#include <semihost.hpp>

namespace {

using namespace tigris;
constexpr auto model = conv_for_board::model;
constexpr const memory_map& memories = model.memories;
constexpr int fast = find_region(memories, FAST_MEMORY), slow = find_region(memories, "SLOW");

constexpr auto make_input() {
    using edge = input_edge<conv_int8::model>;
    sized_array<edge::type, edge::extent> in{};
    for (int i = 0; i < in.size(); ++i) in[i] = edge::type(i * 37 % 101 - 50);
    return in;
}
constexpr auto input = make_input();
constexpr auto expected = evaluate(conv_int8::model, in_memory_order(input));

template <int Region>
bool lies_from(uintptr_t first) {
    const auto begin =
        reinterpret_cast<uintptr_t>(default_workspace<model>.template begin_of<Region>());
    return arena_bytes<model, model.default_target, Region> > 0 && begin >= first &&
           begin - first < memories[Region].bytes;
}

bool agrees() {
    auto& memory = default_workspace<model>;
    for (int i = 0; i < input.size(); ++i) memory.input<0>()[i] = input[i];
    output_buffer<model> output;
    tigris::run(model, memory, in_workspace, output);
    for (int i = 0; i < expected.size(); ++i)
        if (output[i] != expected[i]) return false;
    return true;
}

int check(const char* name, bool good) {
    semihost::print(name);
    semihost::print(good ? ": ok\n" : ": WRONG\n");
    return good ? 0 : 1;
}

}  // namespace

int main() {
    return check("codes", agrees()) + check("fast memory", lies_from<fast>(FAST_ADDRESS)) +
           check("slow memory", lies_from<slow>(SLOW_ADDRESS));
}
