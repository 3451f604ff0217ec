// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What two threads on one model reach of the throughput of two independent runs at once.
// docs/how_to/two_cores.md says how it is built.

#include <tigris/tigris.hpp>

#include <helpers/second_thread.hpp>
#include BENCH_HEADER

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
constexpr auto& model = BENCH_MODEL::model;
using in_type = tigris::input_edge<BENCH_MODEL::model>;
using out_type = tigris::output_edge<BENCH_MODEL::model>;

constexpr tigris::target single{.backend = BENCH_BACKEND, .alignment = 32};
constexpr tigris::target shared{.backend = BENCH_BACKEND, .alignment = 32, .workers = 2};

/// What one thread needs for runs of its own.
template <tigris::target Target>
struct runner {
    tigris::workspace<BENCH_MODEL::model, Target> memory{};
    in_type::type in[in_type::extent];
    out_type::type out[out_type::extent]{};

    runner() {
        unsigned seed = 1;
        for (auto& x : in) x = in_type::type((seed = seed * 1103515245 + 12345) >> 16 & 127);
    }
    void run() { tigris::run(model, memory, tigris::in_memory_order(in), out); }
    void run(tigris_test::second_thread& other) {
        tigris::run(model, memory, tigris::in_memory_order(in), out, other);
    }
};

template <class F>
double seconds(const F& f) {
    const auto begin = clock_type::now();
    f();
    return std::chrono::duration<double>(clock_type::now() - begin).count();
}

struct many_runs {
    runner<single>* of;
    int times;
};

double median(std::vector<double> of) {
    std::nth_element(of.begin(), of.begin() + std::ptrdiff_t(of.size() / 2), of.end());
    return of[of.size() / 2];
}

}  // namespace

int main(int count, char** words) {
    const int rounds = count > 1 ? std::atoi(words[1]) : 101;
    const auto a = std::make_unique<runner<single>>(), b = std::make_unique<runner<single>>();
    const auto both = std::make_unique<runner<shared>>();
    tigris_test::second_thread other;
    a->run();
    both->run(other);
    const double once = seconds([&] { a->run(); });
    const int times = std::max(1, int(0.004 / once));  // of a round, which lasts some milliseconds
    std::vector<double> apart, together, alone, ratios;
    for (int round = 0; round < rounds; ++round) {
        alone.push_back(seconds([&] {
            for (int i = 0; i < times; ++i) a->run();
        }));
        apart.push_back(seconds([&] {
            many_runs its{b.get(), times};
            other.start(
                [](void* p) {
                    const auto& runs = *static_cast<many_runs*>(p);
                    for (int i = 0; i < runs.times; ++i) runs.of->run();
                },
                &its);
            for (int i = 0; i < times; ++i) a->run();
            other.join();
        }));
        together.push_back(seconds([&] {
            for (int i = 0; i < 2 * times; ++i) both->run(other);
        }));
        ratios.push_back(apart.back() / together.back());
    }
    if (std::memcmp(a->out, both->out, sizeof(a->out)) != 0) return std::puts("WRONG OUTPUT"), 1;
    const auto least = [](const std::vector<double>& of) {
        return *std::min_element(of.begin(), of.end());
    };
    using tigris::plan_of;
    std::printf(
        "%s: one run %.1f us alone, %.1f us with two threads; of two runs at once %.1f %% "
        "(medians), %.1f %% (least times); fast bytes %lld, with two workers %lld; %.1f %% of "
        "multiply-accumulates shared\n",
        BENCH_NAME, 1e6 * median(alone) / times, 1e6 * median(together) / (2 * times),
        100 * median(ratios), 100 * least(apart) / least(together),
        static_cast<long long>(plan_of<BENCH_MODEL::model, single>.fast_peak_bytes),
        static_cast<long long>(plan_of<BENCH_MODEL::model, shared>.fast_peak_bytes),
        100 * double(plan_of<BENCH_MODEL::model, shared>.shared_macs) /
            double(plan_of<BENCH_MODEL::model, shared>.macs));
}
