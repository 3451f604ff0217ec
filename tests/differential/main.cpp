// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What scripts/differential draws and makes smaller.
// usage: differential_models draw operators|networks SEED FIRST COUNT FOLDER
//        differential_models edit SEED FIRST COUNT FOLDER FOLDER_OF_CASES
//        differential_models coverage FOLDER_OF_CASE...    (names on standard input if there are
//        none) differential_models reduce CASE FOLDER
//        differential_models nodes CASE FOLDER    (fails if it cannot write a case of each node)
// draw writes FOLDER/op_<number> or FOLDER/net_<number>, each as scripts/verify reads it, and
// prints the names; "undrawn <operator> <reason>" where no draw gave a valid model. edit writes
// FOLDER/edit_<number>, cases of the other folder with one change each, where they stay valid.

#include "coverage.hpp"
#include "draw.hpp"
#include "edited_case.hpp"
#include "reduce.hpp"

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

namespace {

using arguments = std::vector<std::string>;

constexpr int most_tries = 100;

void draw(const arguments& words) {
    const bool are_operators = words.at(1) == "operators";
    const std::uint64_t seed = std::stoull(words.at(2));
    const std::int64_t first = std::stoll(words.at(3));
    const std::int64_t count = std::stoll(words.at(4));
    for (std::int64_t i = first; i < first + count; ++i) {
        differential::random_source random(seed * 1000003 + std::uint64_t(i) * 2 + are_operators);
        const auto drawn = are_operators ? differential::draw_operator(random, i)
                                         : differential::draw_network(random);
        const std::string name = (are_operators ? "op_" : "net_") + std::to_string(i);
        if (!drawn.model) {
            std::printf("undrawn %s %s\n", drawn.op.c_str(), drawn.reason.c_str());
            continue;
        }
        drawn.model->write(std::filesystem::path(words.at(5)) / name);
        std::printf("%s %s\n", name.c_str(), drawn.op.c_str());
    }
}

/// The case that a change made, after changes that left none which is valid; or nothing.
std::string edited(const std::vector<std::filesystem::path>& cases, std::uint64_t seed,
                   const std::filesystem::path& folder) {
    differential::random_source random(seed);
    for (int i = 0; i < most_tries; ++i) {
        const std::filesystem::path from = random.pick(cases);
        try {
            differential::write_edited_case(folder, from, random);
            return from.filename().string();
        } catch (const std::exception&) {  // of the reference, most of all
            std::filesystem::remove_all(folder);
        }
    }
    return {};
}

void edit(const arguments& words) {
    const std::uint64_t seed = std::stoull(words.at(1));
    const std::int64_t first = std::stoll(words.at(2)), count = std::stoll(words.at(3));
    const auto cases = differential::small_cases(words.at(5));
    for (std::int64_t i = first; i < first + count; ++i) {
        const std::string name = "edit_" + std::to_string(i);
        const std::string from = edited(cases, seed * 1000003 + std::uint64_t(i),
                                        std::filesystem::path(words.at(4)) / name);
        if (!from.empty()) std::printf("%s %s\n", name.c_str(), from.c_str());
    }
}

void print_coverage(const arguments& words) {
    std::vector<std::filesystem::path> folders(words.begin() + 1, words.end());
    std::string line;
    if (folders.empty())
        while (std::getline(std::cin, line)) folders.emplace_back(line);
    differential::print_coverage(folders);
}

int run(const arguments& words) {
    if (words.size() == 6 && words[0] == "draw")
        draw(words);
    else if (words.size() == 6 && words[0] == "edit")
        edit(words);
    else if (!words.empty() && words[0] == "coverage")
        print_coverage(words);
    else if (words.size() == 3 && words[0] == "reduce")
        std::printf("%d\n", differential::write_smaller_cases(words[1], words[2]));
    else if (words.size() == 3 && words[0] == "nodes")
        return differential::write_single_nodes(words[1], words[2]) ? 0 : 1;
    else
        return 2;
    return 0;
}

}  // namespace

int main(int argc, char** argv) try {
    const int status = run(arguments(argv + 1, argv + argc));
    if (status == 2) std::fprintf(stderr, "differential_models: see the head of its main.cpp\n");
    return status;
} catch (const std::exception& error) {
    std::fprintf(stderr, "differential_models: %s\n", error.what());
    return 1;
}
