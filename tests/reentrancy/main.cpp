// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads run the same two models, each in workspaces of its own, and get what one alone does.

#include <reentrancy/inference.hpp>

#include <algorithm>
#include <cstdio>
#include <thread>

namespace {

using namespace reentrancy;

/// All that a thread needs.
struct listener {
    tigris::region_arena<conv_int8::model, tigris::target{}, tigris::fast_region> arena{};
    bytes_workspace bytes{};
    floats_workspace floats{};
    bytes_in::type quantized[bytes_in::extent]{};
    floats_in::type real[floats_in::extent]{};
    bytes_out::type codes[bytes_out::extent]{};
    floats_out::type numbers[floats_out::extent]{};
    bool failed = false;

    explicit listener(int seed) {
        for (auto& x : quantized) x = bytes_in::type(seed = seed * 31 % 253 - 126);
        for (auto& x : real) x = floats_in::type(seed = seed * 31 % 253 - 126);
        failed = bytes.bind_arenas(tigris::arena_memory{arena.data, sizeof(arena.data)}) !=
                 tigris::status::ok;
    }
    void run(int times) {
        for (int i = 0; i < times; ++i) {
            failed = classify(bytes, quantized, codes) != tigris::status::ok || failed;
            classify(floats, real, numbers);
        }
    }
    bool agrees_with(const listener& other) const {
        return !failed && std::equal(codes, codes + bytes_out::extent, other.codes) &&
               std::equal(numbers, numbers + floats_out::extent, other.numbers);
    }
};

listener first(3), second(8), first_alone(3), second_alone(8);

}  // namespace

int main() {
    std::thread other([] { second.run(200); });
    first.run(200);
    other.join();
    first_alone.run(1);
    second_alone.run(1);
    const bool equal = first.agrees_with(first_alone) && second.agrees_with(second_alone);
    const bool differ = !first.agrees_with(second);
    std::puts(equal && differ ? "two threads get what each alone does" : "WRONG");
    return equal && differ ? 0 : 1;
}
