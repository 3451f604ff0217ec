// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a classification costs: the negative logarithm of the right class's probability.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <cmath>

namespace reference {
namespace {

tensor logarithms_of(const tensor& scores) {
    const lines view(scores.dims, 1);
    tensor result(scores.type, scores.dims);
    for (std::int64_t line = 0; line < view.count; ++line) {
        double sum = 0;
        for (std::int64_t k = 0; k < view.length; ++k)
            sum += std::exp(scores.number(view.at(line, k)));
        for (std::int64_t k = 0; k < view.length; ++k)
            result.set(view.at(line, k), scores.number(view.at(line, k)) - std::log(sum));
    }
    return result;
}

/// Of [N, C, ...] and classes of [N, ...]; "mean" is over the weights that count.
tensor loss_of(const call& c, const tensor& logarithms) {
    const lines view(logarithms.dims, 1);
    const auto* ignored = c.attribute("ignore_index");
    tensor losses(logarithms.type, c[1].dims);
    double sum = 0;
    double weights = 0;
    for (std::int64_t line = 0; line < view.count; ++line) {
        const std::int64_t chosen = c[1].integer(line);
        if (ignored && chosen == ignored->i()) continue;
        const double weight = c.has(2) ? c[2].number(chosen) : 1;
        const double loss = -logarithms.number(view.at(line, chosen)) * weight;
        losses.set(line, loss);
        sum += loss;
        weights += weight;
    }
    const std::string reduction = c.text("reduction", "mean");
    if (reduction == "none") return losses;
    return from_numbers(logarithms.type, {}, {reduction == "sum" ? sum : sum / weights});
}

tensors negative_log_likelihood(const call& c) { return {loss_of(c, c[0])}; }

tensors cross_entropy(const call& c) {
    const tensor logarithms = logarithms_of(c[0]);
    return {loss_of(c, logarithms), logarithms};
}

}  // namespace

void add_losses(operator_map& all) {
    all["NegativeLogLikelihoodLoss"] = negative_log_likelihood;
    all["SoftmaxCrossEntropyLoss"] = cross_entropy;
}

}  // namespace reference
