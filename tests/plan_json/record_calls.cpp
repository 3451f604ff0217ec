// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model for several targets and prints what kernels are called with: above each run, behind
// a '$', the options with which the tool plans the same. calls.py reads it.

#include TIGRIS_HEADER
#include <tigris/execution/plans/facts.hpp>
#include <tigris/execution/run.hpp>

#include <cstdio>

namespace tigris::test {

inline constexpr backend recorder{0x7265};

/// Portable kernels, which say before each call where they write, and how many rows.
struct recorder_tag : kernels::portable_tag {};

inline const unsigned char* arenas[2];
inline std::int64_t arena_bytes[2];
inline const unsigned char* result;

inline void print_rows(const void* out, int count) {
    const auto* at = static_cast<const unsigned char*>(out);
    for (int r = 0; r < 2; ++r)
        if (at >= arenas[r] && at < arenas[r] + arena_bytes[r])
            return void(std::printf("rows %s %d %d\n", r == 0 ? "fast" : "slow",
                                    int(at - arenas[r]), count));
    std::printf("rows output %d %d\n", int(at - result), count);
}

}  // namespace tigris::test

template <>
struct tigris::kernels::backend_tag<tigris::test::recorder> {
    using type = tigris::test::recorder_tag;
};

namespace tigris::test {

template <class Op>
constexpr kernel_facts facts_of(recorder_tag, const Op& op, const operands& t) {
    kernel_facts facts = facts_of(kernels::portable_tag{}, op, t);
    facts.backend = recorder;
    return facts;
}

template <auto G, class Layer, class Out, class... In>
inline void rows(recorder_tag, const Layer& layer, Out* out, int32_t count,
                 const kernels::row_window<In>&... in) {
    print_rows(out, count);
    rows<G>(kernels::portable_tag{}, layer, out, count, in...);
}

template <auto G, class Layer, class Sum, class In>
inline void add_rows(recorder_tag, const Layer& layer, Sum* sums, const kernels::row_window<In>& in,
                     int32_t y, int32_t count) {
    std::printf("add %d %d\n", int(y), int(count));
    add_rows<G>(kernels::portable_tag{}, layer, sums, in, y, count);
}

constexpr auto& model = TIGRIS_MODEL::model;

float input[tigris::input_edge<model, 0>::extent];
float output[tigris::output_edge<model, 0>::extent];

template <target Target>
void run_recorded(const char* options) {
    static workspace<model, Target> memory;
    constexpr auto& plan = plan_of<model, Target>;
    for (int r = 0; r < 2; ++r) arena_bytes[r] = plan.region_bytes[r];
    arenas[0] = memory.template begin_of<0>();
    arenas[1] = memory.template begin_of<1>();
    result = reinterpret_cast<const unsigned char*>(output);
    std::printf("$%s\n", options);
    if constexpr (Target.input[0] == io::rows)
        run(model, memory, rows_from([](float* row, int count, int y) {
                for (int i = 0; i < count; ++i) row[i] = float(i + y) / 99;
                std::printf("receive %d\n", y);
            }),
            rows_to([](const float*, int, int y) { std::printf("send %d\n", y); }));
    else
        run(model, memory, input, output);
}

constexpr target with(uint64_t fast, uint64_t slow, io edges) {
    return {.fast = fast,
            .slow = slow,
            .backend = recorder,
            .input = edges,
            .output = edges,
            .alignment = 4};
}

}  // namespace tigris::test

int main() {
    using namespace tigris;
    using namespace tigris::test;
    run_recorded<with(unlimited, 0, io::caller)>("");
    run_recorded<with(6528, 0, io::rows)>(" -m 6528 --input rows --output rows");
    run_recorded<with(12736, 0, io::caller)>(" -m 12736");
    run_recorded<with(1536, 1_MiB, io::caller)>(" -m 1536 -m 1M");
}
