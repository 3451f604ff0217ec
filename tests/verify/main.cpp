// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runner of scripts/verify: runs one model on the test sets of a folder and prints, as one line
// of JSON, how far its results are from the references, and whether they are the same for every
// target. Exits with 1 if something cannot be read.

#include "array_file.hpp"
#include "compare_targets.hpp"
#include "edges.hpp"
#include "found_rows.hpp"
#include "spread.hpp"
#include "steps.hpp"
#include "test_sets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>

namespace verify {
namespace {

/// Over all sets and outputs. `largest` is that of the output which exceeds its limit most,
/// `mismatch` what is first found not to conform.
struct findings {
    std::int64_t sets = 0;
    comparison worst{.largest = -1};
    bool within = true;
    top1_agreement top1;
    step_report steps;
    std::string mismatch;
    std::vector<std::string> complaints_of_targets;
};

double ratio(double difference, double limit) {
    if (limit > 0) return difference / limit;
    return difference > 0 ? std::numeric_limits<double>::infinity() : 0;
}

double excess(const comparison& c) {
    return std::max(ratio(c.largest, c.limit), ratio(c.root_mean_square, c.mean_limit));
}

void add(findings& all, const comparison& found) {
    all.within = all.within && found.within();
    if (all.worst.largest < 0 || excess(found) > excess(all.worst)) all.worst = found;
}

void load_inputs(const model_under_test& model, const std::vector<array>& inputs) {
    for (int i = 0; i < model.inputs.size; ++i) {
        const tigris::tensor& info = model.graph.tensors[model.inputs[i]];
        const array& values = inputs[std::size_t(i)];
        if (values.dims != onnx_extents(info))
            throw std::runtime_error(values.name + ": has another shape than the model's input");
        const tigris::quantization quant = quantization_behind(model.graph, model.inputs[i]);
        to_memory(info, as_type(values, info.type, quant).bytes.data(), model.input_buffers[i]);
    }
}

std::vector<array> outputs_of(const model_under_test& model) {
    std::vector<array> result;
    for (int i = 0; i < model.outputs.size; ++i)
        result.push_back(from_memory(model.graph.tensors[model.outputs[i]],
                                     model.tensor_names[model.outputs[i]],
                                     model.output_buffers[i]));
    return result;
}

void write_outputs(const std::vector<array>& outputs, const std::filesystem::path& folder) {
    for (std::size_t i = 0; i < outputs.size(); ++i)
        write_array(folder / ("output_" + std::to_string(i) + ".pb"), outputs[i]);
}

/// What the last outputs say.
std::vector<std::int64_t> counts_in(const std::vector<array>& outputs, int counts) {
    std::vector<std::int64_t> result;
    for (std::size_t i = outputs.size() - std::size_t(counts); i < outputs.size(); ++i)
        result.push_back(std::int64_t(number_at(outputs[i], 0)));
    return result;
}

void compare_outputs(const model_under_test& model, const std::vector<array>& references,
                     const std::vector<array>& outputs, const options& asked,
                     const reference_results& others, findings& all) {
    const std::vector<std::int64_t> counts = counts_in(outputs, asked.counts);
    for (std::size_t i = 0; i < references.size(); ++i) {
        const tigris::quantization quant = quantization_behind(model.graph, model.outputs[int(i)]);
        const array found = found_rows(outputs[i], references[i], counts);
        comparison compared = compare(references[i], found, quant, asked.allowed);
        if (asked.spread) allow_spread(compared, others, i, quant);
        add(all, compared);
        const top1_agreement top1 = compare_top1(references[i], found, quant, asked.allowed);
        all.top1.decided += top1.decided;
        all.top1.agreed += top1.agreed;
    }
}

std::filesystem::path steps_of(const options& asked, const std::filesystem::path& set) {
    return asked.steps->empty() ? set / "steps" : *asked.steps / set.filename();
}

void judge_steps(const model_under_test& model, const std::filesystem::path& folder,
                 const std::vector<array>& outputs, findings& all) {
    std::map<std::string, array> references;
    for (array& values : read_all(folder)) references[values.name] = std::move(values);
    if (references.empty()) return;
    for (const array& values : outputs) references.emplace(values.name, values);
    run_steps(model, references, all.steps);
    ++all.sets;
}

void check_count(const char* what, std::size_t files, int count) {
    if (files != std::size_t(count))
        throw std::runtime_error("there are " + std::to_string(files) + " files of " + what +
                                 ", but the model has " + std::to_string(count));
}

void fill_outputs_with_rubbish(const model_under_test& model) {
    for (int i = 0; i < model.outputs.size; ++i)
        fill_with_rubbish(static_cast<unsigned char*>(model.output_buffers[i]),
                          bytes_of(model.graph.tensors[model.outputs[i]]));
}

/// By name or place; by place alone where some are constants.
std::vector<array> inputs_of(const model_under_test& model, const std::filesystem::path& set,
                             const options& asked) {
    if (asked.input_files.empty() && !asked.conform) return read_inputs(model, set);
    check_count("inputs", asked.input_files.size(), model.inputs.size);
    return read_numbered(set, "input_", asked.input_files);
}

void judge_conformance(const model_under_test& model, const std::filesystem::path& set,
                       const options& asked, findings& all) {
    load_inputs(model, inputs_of(model, set, asked));
    const std::vector<array> references = read_numbered(set, "output_");
    check_count("outputs", references.size(), model.outputs.size);
    fill_outputs_with_rubbish(model);
    model.run();
    const std::vector<array> outputs = outputs_of(model);
    for (std::size_t i = 0; i < outputs.size() && all.mismatch.empty(); ++i)
        all.mismatch = mismatch(references[i], outputs[i], *asked.conform);
    run_targets(model, set.filename().string(), all.complaints_of_targets);
    ++all.sets;
}

void judge_set(const model_under_test& model, const std::filesystem::path& set,
               const options& asked, findings& all) {
    if (asked.conform) return judge_conformance(model, set, asked, all);
    load_inputs(model, inputs_of(model, set, asked));
    const std::vector<array> references = read_references(model, set, asked);
    if (asked.steps) {
        judge_steps(model, steps_of(asked, set), references, all);
        return;
    }
    model.run();
    const std::vector<array> outputs = outputs_of(model);
    if (asked.out) write_outputs(outputs, *asked.out / set.filename());
    reference_results others;
    if (asked.spread) others = read_reference_results(*asked.spread / set.filename());
    compare_outputs(model, references, outputs, asked, others, all);
    run_targets(model, set.filename().string(), all.complaints_of_targets);
    ++all.sets;
}

bool passes(const findings& all, const options& asked) {
    if (asked.conform) return all.mismatch.empty();
    if (asked.steps)
        return std::all_of(all.steps.kinds.begin(), all.steps.kinds.end(),
                           [](auto& kind) { return kind.second.within; });
    return asked.top1 ? all.top1.agreed == all.top1.decided : all.within;
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += (unsigned char)(c) < 32 ? ' ' : c;
    }
    return result + "\"";
}

void print_steps(const step_report& report) {
    std::printf(", \"worst_tensor\": %s, \"without_reference\": [",
                quoted(report.worst_tensor).c_str());
    const char* separator = "";
    for (const std::string& name : report.without_reference) {
        std::printf("%s%s", separator, quoted(name).c_str());
        separator = ", ";
    }
    std::printf("], \"kinds\": [");
    separator = "";
    for (const auto& [kind, t] : report.kinds) {
        std::printf(
            "%s{\"kind\": %s, \"steps\": %lld, \"values\": %lld, \"equal\": %lld, "
            "\"largest\": %.9g, \"within\": %s, \"quantized\": %s, \"apart\": %s}",
            separator, quoted(kind).c_str(), (long long)t.steps, (long long)t.values,
            (long long)t.equal, std::min(t.largest, 1e300), t.within ? "true" : "false",
            t.in_lsb ? "true" : "false", is_counted_apart(kind) ? "true" : "false");
        separator = ", ";
    }
    std::printf("]");
}

/// What `fits` in how many bytes; what does not, in how many it would.
void print_targets(const model_under_test& model, const findings& all) {
    std::printf(", \"targets\": [");
    for (int i = 0; i < model.targets.size; ++i) {
        const run_for_target& target = model.targets[i];
        std::printf("%s{\"fits\": %s, \"fast\": %lld, \"slow\": %lld, \"complaint\": %s}",
                    i > 0 ? ", " : "", target.run ? "true" : "false", (long long)target.fast_bytes,
                    (long long)target.slow_bytes,
                    quoted(all.complaints_of_targets[std::size_t(i)]).c_str());
    }
    std::printf("]");
}

void print(const model_under_test& model, const findings& all, const options& asked) {
    std::printf(
        "{\"pass\": %s, \"sets\": %lld, \"largest\": %.9g, \"limit\": %.9g, \"within\": %s, "
        "\"in_lsb\": %s, "
        "\"decided\": %lld, \"agreed\": %lld",
        passes(all, asked) ? "true" : "false", (long long)all.sets,
        std::min(all.worst.largest, 1e300), all.worst.limit, all.worst.within() ? "true" : "false",
        all.worst.in_lsb ? "true" : "false", (long long)all.top1.decided,
        (long long)all.top1.agreed);
    if (asked.spread)
        std::printf(", \"root_mean_square\": %.9g, \"mean_limit\": %.9g",
                    std::min(all.worst.root_mean_square, 1e300), all.worst.mean_limit);
    if (asked.conform)
        std::printf(", \"text\": %s",
                    quoted(all.mismatch.empty() ? "as expected" : all.mismatch).c_str());
    if (asked.steps)
        print_steps(all.steps);
    else
        print_targets(model, all);
    std::printf("}\n");
}

int run(int argc, const char* const* argv) try {
    const options asked = parse_options(argc, argv);
    if (asked.model < 0 || asked.model >= models.size) throw std::runtime_error("no such model");
    findings all;
    for (const std::filesystem::path& set : test_sets(asked.directory))
        judge_set(models[asked.model], set, asked, all);
    if (all.sets == 0) throw std::runtime_error("no references for any step");
    print(models[asked.model], all, asked);
    return EXIT_SUCCESS;
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
}

}  // namespace
}  // namespace verify

int main(int argc, char** argv) { return verify::run(argc, argv); }
