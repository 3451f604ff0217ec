// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// tigris_ram LIMITS MODELS [--segments] [--backend NAME]: plans the networks of the file, prints
// what they need beside what they may, and exits with 1 if one needs more. Models that are not
// there are skipped. Limits are those of portable kernels, which want no working memory.

#include "measure.hpp"
#include "networks.hpp"

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/enumerators.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

namespace ram {
namespace {

enum class verdict { passed, failed, skipped };

/// What is asked for on the command line.
struct settings {
    std::filesystem::path limits;
    std::filesystem::path models;
    bool with_segments = false;
    tigris::backend backend = tigris::portable;
};

/// A network, or why there is none.
struct subject {
    std::optional<onnx2hpp::lowered_model> model;
    std::string problem;
};

subject subject_named(const std::string& name, const settings& asked) {
    subject result;
    try {
        result.model = network_named(name, asked.models);
        // Structures have no weights.
        if (result.model && !result.model->constants.empty())
            *result.model = with_weight_orders(*result.model, asked.backend);
    } catch (const onnx2hpp::failure& failure) {
        result.problem = failure.what();
    }
    return result;
}

std::string number_or_dash(std::int64_t number) {
    return number > 0 ? fmt::to_string(number) : std::string("-");
}

void print_head() {
    fmt::print("{:8}{:23}{:8}{:8}{:6}{:>7}{:>10}{:>10}{:>10}{:>10}{:>17}{:>10}\n", "", "network",
               "input", "output", "plans", "fast", "bytes", "limit", "target", "with I/O",
               "MACs again", "planning");
}

void print_row(const char* word, const limit& row, const measured& found) {
    fmt::print(
        "{:8}{:23}{:8}{:8}{:6}{:>7}{:>10}{:>10}{:>10}{:>10}{:>5.1f} of {:>3} %{:>7.1f} ms{}\n",
        word, row.network, word_of(row.input), word_of(row.output), row.searched ? "hint" : "own",
        row.fast ? fmt::to_string(*row.fast) : "-", found.bytes, row.bytes,
        number_or_dash(row.target), found.total_bytes, found.recomputed_percent,
        row.recompute_percent, found.milliseconds,
        row.target > 0 && found.bytes > row.target ? "  above its target" : "");
}

/// First and last operator of each segment, and the bytes in use while it runs.
void print_segments(const onnx2hpp::lowered_model& model, const onnx2hpp::owned_plan& plan) {
    for (const tigris::planning::segment_plan& s : plan.segments) {
        std::vector<std::string> names;
        for (int k = s.begin; k < s.end; ++k) {
            const int step = plan.tasks[std::size_t(k)].step;
            names.push_back(step < 0 ? "transfer" : model.nodes[std::size_t(step)].name);
        }
        fmt::print("{:15}[{:3}, {:3}) {:>8} bytes, {}{}: {}\n", "", s.begin, s.end, s.peak_bytes,
                   onnx2hpp::name_of(s.strategy), s.bottom_up ? " bottom-up" : "",
                   fmt::join(names, " "));
    }
}

verdict refuse(const limit& row, const char* reason) {
    fmt::print("failed  {:23}{:8}{:8}{}\n", row.network, word_of(row.input), word_of(row.output),
               reason);
    return verdict::failed;
}

verdict judge(const limit& row, const subject& s, const settings& asked) {
    if (!s.problem.empty()) return refuse(row, s.problem.c_str());
    if (!s.model) {
        fmt::print("skipped {:23}there is no such model\n", row.network);
        return verdict::skipped;
    }
    const std::optional<measured> found = measure(*s.model, row, asked.backend);
    if (!found) return refuse(row, "no plan fits");
    const bool is_limited = asked.backend == tigris::portable;
    const bool holds = found->recomputed_percent <= row.recompute_percent &&
                       (!is_limited || found->bytes <= row.bytes);
    print_row(holds ? "passed" : "failed", row, *found);
    if (asked.with_segments) print_segments(found->model, found->plan);
    return holds ? verdict::passed : verdict::failed;
}

int run(const settings& asked) {
    std::map<std::string, subject> subjects;
    int count[3]{};
    print_head();
    for (const limit& row : read_limits(asked.limits)) {
        if (!subjects.contains(row.network))
            subjects[row.network] = subject_named(row.network, asked);
        ++count[int(judge(row, subjects[row.network], asked))];
    }
    fmt::print("{} passed, {} failed{}\n", count[0], count[1],
               count[2] ? fmt::format(", {} skipped", count[2]) : "");
    return count[1] == 0 ? 0 : 1;
}

tigris::backend backend_named(const std::string& name) {
    const std::map<std::string, tigris::backend> known = onnx2hpp::backends_by_name();
    const auto found = known.find(name);
    if (found == known.end()) throw std::runtime_error(fmt::format("there is no backend {}", name));
    return found->second;
}

settings read_arguments(const std::vector<std::string>& words) {
    constexpr const char* usage = "usage: tigris_ram LIMITS MODELS [--segments] [--backend NAME]";
    if (words.size() < 2) throw std::runtime_error(usage);
    settings asked{.limits = words[0], .models = words[1]};
    for (std::size_t i = 2; i < words.size(); ++i)
        if (words[i] == "--segments")
            asked.with_segments = true;
        else if (words[i] == "--backend" && i + 1 < words.size())
            asked.backend = backend_named(words[++i]);
        else
            throw std::runtime_error(usage);
    return asked;
}

}  // namespace
}  // namespace ram

int main(int argc, char** argv) try {
    return ram::run(ram::read_arguments({argv + 1, argv + argc}));
} catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
}
