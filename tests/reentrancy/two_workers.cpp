// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads share the rows of runs, and make what one makes. With an argument two threads run in
// one workspace at once, which the thread sanitizer must see.

#include <tigris/core.hpp>

#include <helpers/second_thread.hpp>

#include <conv_float.hpp>
#include <conv_int8.hpp>

#include <algorithm>
#include <cstdio>

namespace {

using namespace tigris;

/// Every call of several rows is worth two workers, or none is.
constexpr plan_costs always{.meeting = 0}, never{.meeting = 1000000000};

template <auto Model, target Target>
struct subject {
    workspace<Model, Target> memory{};
    typename input_edge<Model>::type in[input_edge<Model>::extent];
    typename output_edge<Model>::type out[output_edge<Model>::extent]{};

    subject() {
        int seed = 5;
        for (auto& x : in)
            x = static_cast<typename input_edge<Model>::type>(seed = seed * 31 % 253 - 126);
    }
    template <class... Second>
    void run(Second&... second) {
        tigris::run(Model, memory, in_memory_order(in), in_memory_order(out), second...);
    }
};

template <auto Model, target Target>
bool agrees_with_one_worker(tigris_test::second_thread& second, int starts) {
    static subject<Model, target{}> alone;
    static subject<Model, Target> shared;
    alone.run();
    const int before = second.starts;
    for (int i = 0; i < 20; ++i) {
        std::fill(std::begin(shared.out), std::end(shared.out), 99);
        shared.run(second);
    }
    const bool equal = std::equal(std::begin(alone.out), std::end(alone.out), shared.out);
    shared.run();  // by one worker
    return equal && second.starts - before == starts &&
           std::equal(std::begin(alone.out), std::end(alone.out), shared.out);
}

template <auto Model>
bool agrees(tigris_test::second_thread& second) {
    constexpr target whole{.workers = 2, .costs = always};
    constexpr target small{
        .fast = uint64_t(smallest_fast_bytes<Model, whole>) * 3 / 2, .workers = 2, .costs = always};
    static_assert(execution::shares_rows<Model, whole>);
    constexpr int starts = execution::shares_rows<Model, small> ? 20 : 0;
    return agrees_with_one_worker<Model, whole>(second, 20) &&
           agrees_with_one_worker<Model, small>(second, starts) &&
           agrees_with_one_worker<Model, target{.workers = 2, .costs = never}>(second, 0);
}

void run_often(void*) {
    static subject<conv_int8::model, target{}> one;
    for (int i = 0; i < 100; ++i) one.run();
}

}  // namespace

int main(int count, char**) {
    tigris_test::second_thread second;
    if (count > 1) {
        second.start(run_often, nullptr);
        run_often(nullptr);
        second.join();
        return 0;
    }
    const bool equal = agrees<conv_int8::model>(second) && agrees<conv_float::model>(second);
    std::puts(equal ? "two workers make what one makes" : "WRONG");
    return equal ? 0 : 1;
}
