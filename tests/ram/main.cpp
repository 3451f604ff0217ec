// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tigris_ram LIMITS MODELS [--segments]: plans the networks of the file, prints what they need
// beside what they may, and exits with 1 if one needs more. Models that are not there are skipped.

#include "measure.hpp"
#include "networks.hpp"

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

namespace ram {
namespace {

enum class verdict { passed, failed, skipped };

/// A network, or why there is none.
struct subject {
    std::optional<onnx2hpp::lowered_model> model;
    std::string problem;
};

subject subject_named(const std::string& name, const std::filesystem::path& models) {
    subject result;
    try {
        result.model = network_named(name, models);
    } catch (const onnx2hpp::failure& failure) {
        result.problem = failure.what();
    }
    return result;
}

std::string number_or_dash(std::int64_t number) {
    return number > 0 ? fmt::to_string(number) : std::string("-");
}

void print_head() {
    fmt::print("{:8}{:23}{:8}{:8}{:>7}{:>10}{:>10}{:>10}{:>10}{:>16}{:>10}\n", "", "network",
               "input", "output", "fast", "bytes", "limit", "target", "with I/O", "MACs again",
               "planning");
}

void print_row(const char* word, const limit& row, const measured& found) {
    fmt::print("{:8}{:23}{:8}{:8}{:>7}{:>10}{:>10}{:>10}{:>10}{:>5.1f} of {:>2} %{:>7.1f} ms{}\n",
               word, row.network, word_of(row.input), word_of(row.output),
               row.fast ? fmt::to_string(*row.fast) : "-", found.bytes, row.bytes,
               number_or_dash(row.target), found.total_bytes, found.recomputed_percent,
               row.recompute_percent, found.milliseconds,
               row.target > 0 && found.bytes > row.target ? "  above its target" : "");
}

/// First and last operator of each segment, and the bytes in use while it runs.
void print_segments(const onnx2hpp::lowered_model& model, const onnx2hpp::owned_plan& plan) {
    constexpr const char* strategies[]{"whole", "tiled", "chain"};
    for (const tigris::planning::segment_plan& s : plan.segments) {
        std::vector<std::string> names;
        for (int k = s.begin; k < s.end; ++k) {
            const int step = plan.tasks[std::size_t(k)].step;
            names.push_back(step < 0 ? "transfer" : model.nodes[std::size_t(step)].name);
        }
        fmt::print("{:15}[{:3}, {:3}) {:>8} bytes, {}{}: {}\n", "", s.begin, s.end, s.peak_bytes,
                   strategies[int(s.runs)], s.bottom_up ? " bottom-up" : "", fmt::join(names, " "));
    }
}

verdict refuse(const limit& row, const char* reason) {
    fmt::print("failed  {:23}{:8}{:8}{}\n", row.network, word_of(row.input), word_of(row.output),
               reason);
    return verdict::failed;
}

verdict judge(const limit& row, const subject& s, bool with_segments) {
    if (!s.problem.empty()) return refuse(row, s.problem.c_str());
    if (!s.model) {
        fmt::print("skipped {:23}there is no such model\n", row.network);
        return verdict::skipped;
    }
    const std::optional<measured> found = measure(*s.model, row);
    if (!found) return refuse(row, "no plan fits");
    const bool holds =
        found->bytes <= row.bytes && found->recomputed_percent <= row.recompute_percent;
    print_row(holds ? "passed" : "failed", row, *found);
    if (with_segments) print_segments(found->model, found->plan);
    return holds ? verdict::passed : verdict::failed;
}

int run(const std::filesystem::path& limits, const std::filesystem::path& models,
        bool with_segments) {
    std::map<std::string, subject> subjects;
    int count[3]{};
    print_head();
    for (const limit& row : read_limits(limits)) {
        if (!subjects.contains(row.network))
            subjects[row.network] = subject_named(row.network, models);
        ++count[int(judge(row, subjects[row.network], with_segments))];
    }
    fmt::print("{} passed, {} failed{}\n", count[0], count[1],
               count[2] ? fmt::format(", {} skipped", count[2]) : "");
    return count[1] == 0 ? 0 : 1;
}

}  // namespace
}  // namespace ram

int main(int argc, char** argv) try {
    const bool with_segments = argc == 4 && std::string_view(argv[3]) == "--segments";
    if (argc != 3 && !with_segments)
        throw std::runtime_error("usage: tigris_ram LIMITS MODELS [--segments]");
    return ram::run(argv[1], argv[2], with_segments);
} catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
}
