// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps.hpp"

#include "edges.hpp"

#include <algorithm>
#include <stdexcept>

namespace verify {
namespace {

struct observation {
    const model_under_test& model;
    const std::map<std::string, array>& references;
    step_report& report;
};

void add(const std::string& kind, const std::string& tensor, const comparison& found,
         step_report& report) {
    step_totals& totals = report.kinds[found.in_lsb ? kind : kind + " (float)"];
    ++totals.steps;
    totals.values += found.values;
    totals.equal += found.equal;
    totals.largest = std::max(totals.largest, found.largest);
    totals.within = totals.within && found.within();
    totals.in_lsb = found.in_lsb;
    if (found.largest - found.limit > report.worst_excess) {
        report.worst_excess = found.largest - found.limit;
        report.worst_tensor = tensor;
    }
}

void observe_step(void* context, const tigris::step_output& made) {
    const auto& [model, references, report] = *static_cast<observation*>(context);
    if (is_alias(model.graph, made.step)) return;
    const tigris::tensor& info = model.graph.tensors[made.tensor];
    const std::string name = model.tensor_names[made.tensor];
    const auto reference = references.find(name);
    if (reference == references.end()) {
        report.without_reference.insert(name);
        return;
    }
    const tigris::quantization quant = quantization_behind(model.graph, made.tensor);
    array wanted = as_type(reference->second, info.type, quant);
    const array computed = from_memory(info, name, made.data);
    if (wanted.size() != computed.size())
        throw std::runtime_error(name + ": the reference has another number of elements");
    wanted.dims = computed.dims;
    const std::string kind = kind_of(model.graph, made.step, model.step_kinds[made.step]);
    add(kind, name, compare(wanted, computed, quant, bound{}), report);
    to_memory(info, wanted.bytes.data(), made.data);
}

}  // namespace

void run_steps(const model_under_test& model, const std::map<std::string, array>& references,
               step_report& report) {
    if (!model.run_observed) throw std::runtime_error("this runner cannot observe steps");
    observation context{model, references, report};
    model.run_observed(observe_step, &context);
}

}  // namespace verify
