// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs models whose window moves beside the same models over the whole window: their outputs are
// the same bytes from the run on that fills the window, also after reset(), and in the least
// memory. With --break one row in a hundred is another one, and the test must fail.

#include <dense.hpp>
#include <dense_by_3.hpp>
#include <events.hpp>
#include <events_by_2.hpp>
#include <events_by_6.hpp>
#include <padded.hpp>
#include <padded_again.hpp>
#include <padded_by_2.hpp>
#include <padded_by_4.hpp>
#include <tcn.hpp>
#include <tcn_by_1.hpp>
#include <tcn_by_4.hpp>
#include <wake.hpp>
#include <wake_by_1.hpp>
#include <wake_by_4.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

bool breaks = false;
int mistakes = 0;

std::uint32_t random_number() {
    static std::uint64_t state = 1;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return std::uint32_t(state >> 33);
}

template <class T>
T random_element() {
    if constexpr (sizeof(T) == 1)
        return T(random_number());
    else
        return T(int(random_number() % 2001) - 1000) / 500;
}

template <auto Model>
using in_element = typename tigris::input_edge<Model>::type;
template <auto Model>
using out_element = typename tigris::output_edge<Model>::type;
template <auto Model>
constexpr std::size_t in_extent = std::size_t(tigris::input_edge<Model>::extent);
template <auto Model>
constexpr std::size_t out_extent = std::size_t(tigris::output_edge<Model>::extent);

/// A window of the whole model and the runs of the moving one.
template <auto Whole, auto Moving, tigris::target Target>
class comparison {
public:
    explicit comparison(const char* name) : name(name) {}

    void run(int runs) {
        static_assert(in_extent<Moving> * std::size_t(Moving.stream.window) ==
                      in_extent<Whole> * std::size_t(Moving.stream.frames));
        memory.reset();
        for (int k = 1; k <= runs; ++k) {
            move_window();
            tigris::run(Moving, memory, fresh, newest);
            if (k < Moving.stream.runs_to_fill()) continue;
            tigris::run(Whole, whole_memory, window, all);
            if (!is_newest()) ++mistakes, std::printf("%s: run %d differs\n", name, k);
        }
    }

    /// After reset() the same rows give the same outputs, also while the window fills.
    void require_reset() {
        for (auto& item : fresh.items) item = random_element<input>();
        tigris::output_buffer<Moving> first{};
        memory.reset();
        tigris::run(Moving, memory, fresh, first);
        tigris::run(Moving, memory, fresh, newest);
        memory.reset();
        tigris::run(Moving, memory, fresh, newest);
        if (std::memcmp(first.items, newest.items, sizeof(first.items)) != 0)
            ++mistakes, std::printf("%s: reset() leaves rows\n", name);
    }

    /// Bytes of fast memory, states, input and output. Where no layer pads the window's end, the
    /// moving model has fewer.
    void report_memory(bool needs_less) const {
        const int moving = int(sizeof(memory) + sizeof(fresh) + sizeof(newest)),
                  whole = int(sizeof(whole_memory) + sizeof(window) + sizeof(all));
        std::printf("%s: %d bytes, the whole window %d\n", name, moving, whole);
        if (needs_less && moving >= whole) ++mistakes;
    }

private:
    using input = in_element<Whole>;
    using output = out_element<Whole>;
    static constexpr std::size_t rows_in = in_extent<Moving>, all_in = in_extent<Whole>;

    void move_window() {
        std::memmove(window.items, window.items + rows_in, sizeof(input) * (all_in - rows_in));
        for (std::size_t i = 0; i < rows_in; ++i) fresh.items[i] = random_element<input>();
        std::memcpy(window.items + all_in - rows_in, fresh.items, sizeof(input) * rows_in);
        if (breaks && random_number() % 100 == 0) fresh.items[0] = input(fresh.items[0] + 9);
    }

    /// Of an output of rows, the last ones.
    bool is_newest() const {
        const output* last = all.items + out_extent<Whole> - out_extent<Moving>;
        return std::memcmp(newest.items, last, sizeof(newest.items)) == 0;
    }

    const char* name;
    tigris::input_buffer<Whole> window{};
    tigris::input_buffer<Moving> fresh{};
    tigris::output_buffer<Whole> all{};
    tigris::output_buffer<Moving> newest{};
    tigris::workspace<Whole> whole_memory{};
    tigris::workspace<Moving, Target> memory{};
};

template <auto Moving>
constexpr tigris::target smallest{
    .fast = std::uint64_t(tigris::smallest_fast_bytes<Moving, tigris::target{}>)};

template <auto Whole, auto Moving>
void compare(const char* name, int runs, bool needs_less = true) {
    static comparison<Whole, Moving, tigris::target{}> unlimited(name);
    unlimited.run(runs);
    unlimited.require_reset();
    static comparison<Whole, Moving, smallest<Moving>> in_least(name);
    in_least.run(runs);
    in_least.report_memory(needs_less);
}

}  // namespace

int main(int count, char**) {
    breaks = count > 1;
    compare<tcn::model, tcn_by_1::model>("tcn by 1", 300);
    compare<tcn::model, tcn_by_4::model>("tcn by 4", 200);
    compare<wake::model, wake_by_1::model>("wake by 1", 250);
    compare<wake::model, wake_by_4::model>("wake by 4", 200);
    compare<events::model, events_by_2::model>("events by 2", 400);
    compare<events::model, events_by_6::model>("events by 6", 400);
    compare<dense::model, dense_by_3::model>("dense by 3", 400);
    compare<padded::model, padded_by_2::model>("padded by 2", 100, false);
    compare<padded::model, padded_by_4::model>("padded by 4", 100, false);
    compare<padded::model, padded_again::model>("padded by 2, computed again", 100, false);
    return mistakes == 0 ? 0 : 1;
}
