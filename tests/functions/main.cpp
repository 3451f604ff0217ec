// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds functions of floats to the bounds that docs/reference/functions.md states, against double
// precision.
//   functions PAGE --list                       the functions' names
//   functions PAGE STEP PAIRS [NAME...]         every STEPth float and all edges; so many pairs for
//   pow

#include <functions/page.hpp>
#include <functions/pairs.hpp>
#include <functions/subjects.hpp>
#include <functions/sweep.hpp>
#include <tigris/support/float_functions.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>

namespace functions {

namespace {

struct settings {
    std::uint32_t step = 1;
    std::uint64_t pairs = 0;
};

bool judge_subject(const subject& s, const bounds& b, const settings& how) {
    judge single(b.single), tabled(b.tabled);
    sweep(s.name, how.step, [&](float x) {
        const double known = s.known(double(x));
        single.take(x, 0, s.single(x), known, x == 0);
        if (s.tabled) tabled.take(x, 0, s.tabled(x), known, x == 0);
    });
    single.print(s.name, "");
    if (s.tabled) tabled.print(s.name, " in tables");
    return single.is_good() && tabled.is_good();
}

bool judge_pow(const bounds& b, const settings& how) {
    judge single(b.single), tabled(b.tabled);
    const auto take = [&](std::pair<float, float> p) {
        const auto [x, y] = p;
        const double known = std::pow(double(x), double(y));
        single.take(x, y, tigris::pow(x, y), known, true);
        tabled.take(x, y, tigris::narrowed(tigris::pow(double(x), double(y))), known, true);
    };
    for (const auto& p : edge_pairs()) take(p);
    for (std::uint64_t i = 0; i < how.pairs; ++i) {
        take(pair_of(i));
        if (i % 1000000 == 0) show_progress("pow", double(i) / double(how.pairs));
    }
    clear_progress();
    single.print("pow", "");
    tabled.print("pow", " in tables");
    return single.is_good() && tabled.is_good();
}

std::vector<std::string_view> all_names() {
    std::vector<std::string_view> names;
    for (const subject& s : subjects()) names.push_back(s.name);
    names.push_back("pow");
    return names;
}

/// Whether the function keeps its bounds; false, too, if it has none, or is none.
bool judge_name(std::string_view name, const std::map<std::string, bounds, std::less<>>& page,
                const settings& how) {
    const auto stated = page.find(name);
    const auto known = std::ranges::find(subjects(), name, &subject::name);
    if (stated == page.end() || (known == subjects().end() && name != "pow")) {
        std::printf("FAIL %.*s: %s\n", int(name.size()), name.data(),
                    stated == page.end() ? "the page states no bound" : "no such function");
        return false;
    }
    return name == "pow" ? judge_pow(stated->second, how)
                         : judge_subject(*known, stated->second, how);
}

/// Those that are named, or all that the program or the page names.
int judge_all(const std::string& path, const settings& how, std::vector<std::string_view> names) {
    const auto page = read_page(path);
    if (names.empty()) {
        names = all_names();
        for (const auto& [name, unused] : page)
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    int failed = 0;
    for (const std::string_view name : names) {
        failed += !judge_name(name, page, how);
        std::fflush(stdout);
    }
    std::printf("%d passed, %d failed\n", int(names.size()) - failed, failed);
    return failed ? 1 : 0;
}

int run(const std::vector<std::string_view>& words) {
    if (words.size() == 2 && words[1] == "--list") {
        for (const std::string_view name : all_names())
            std::printf("%.*s\n", int(name.size()), name.data());
        return 0;
    }
    if (words.size() < 3) {
        std::fprintf(stderr, "usage: functions PAGE --list | PAGE STEP PAIRS [NAME...]\n");
        return 2;
    }
    const settings how{std::uint32_t(std::max(1L, std::strtol(words[1].data(), nullptr, 10))),
                       std::strtoull(words[2].data(), nullptr, 10)};
    return judge_all(std::string(words[0]), how, {words.begin() + 3, words.end()});
}

}  // namespace

}  // namespace functions

int main(int argc, char** argv) {
    try {
        return functions::run({argv + 1, argv + argc});
    } catch (const std::exception& problem) {
        std::fprintf(stderr, "functions: %s\n", problem.what());
        return 2;
    }
}
