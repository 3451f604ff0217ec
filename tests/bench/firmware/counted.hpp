// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A backend whose kernels are those of BENCH_KERNELS, each call between two marks: at its layer's
// record, and at tigris_bench_leave.

#include "mark.hpp"

#include <semihost.hpp>
#include <tigris/core.hpp>

namespace bench {

using base_tag = tigris::kernels::backend_tag<BENCH_KERNELS>::type;
struct counted_tag : base_tag {};
constexpr const base_tag& counted_base(const counted_tag& tag) { return tag; }
inline constexpr tigris::backend counted{0x62656e63};

}  // namespace bench

template <>
struct tigris::kernels::backend_tag<bench::counted> {
    using type = bench::counted_tag;
};

namespace bench {

/// A call between two marks.
template <class Layer, class Call>
[[gnu::always_inline]] inline void mark_call(const Layer& layer, const Call& call) {
    tigris_bench_mark(&layer);
    call();
    tigris_bench_mark(&tigris_bench_leave);
}

#define COUNTED(contract)                                                            \
    template <auto G, class Layer, class... Rest>                                    \
    [[gnu::always_inline]] inline void contract(counted_tag tag, const Layer& layer, \
                                                Rest&&... rest) {                    \
        mark_call(                                                                   \
            layer, [&]() __attribute__((always_inline)) {                            \
                contract<G>(counted_base(tag), layer, rest...);                      \
            });                                                                      \
    }
COUNTED(rows)
COUNTED(numbered_rows)
COUNTED(ordered_rows)
COUNTED(begin)
COUNTED(add_rows)
COUNTED(end)
COUNTED(whole)
#undef COUNTED

/// "step <number> <operator>" and "task <number> <step>" for the host, which knows the addresses.
template <auto Model, tigris::target Target>
void print_steps() {
    tigris::for_each_index<Model.graph.node_count>([](auto step) {
        semihost::print("step ");
        semihost::print(step.value);
        semihost::print(" ");
        semihost::print(tigris::ops::op_at<Model, step.value>::name);
        semihost::print("\n");
    });
    for (int task = 0; task < tigris::plan_of<Model, Target>.task_count; ++task) {
        semihost::print("task ");
        semihost::print(task);
        semihost::print(" ");
        semihost::print(tigris::plan_of<Model, Target>.tasks[task].step);
        semihost::print("\n");
    }
}

}  // namespace bench
