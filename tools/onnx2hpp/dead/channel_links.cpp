// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/channel_links.hpp>

#include <onnx2hpp/dead/step_operands.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using links = std::vector<channel_link>;

/// Finds the links of a step whose inputs and output are codes.
struct link_finder {
    const lowered_model& model;
    const lowered_node& n;

    const tensor& input(std::size_t place) const { return tensor_at(model, n.inputs[place]); }
    const tensor& output() const { return tensor_at(model, n.outputs[0]); }
    int channels() const { return channels_of(output()); }

    links same() const {
        if (channels_of(input(0)) != channels()) return {};
        links found;
        for (int c = 0; c < channels(); ++c) found.push_back({.from = c, .to = c});
        return found;
    }

    links operator()(const ops::convert&) const { return same(); }
    links operator()(const ops::pool&) const { return same(); }
    links operator()(const ops::global_average_pool&) const { return same(); }
    links operator()(const ops::unary&) const { return same(); }

    links operator()(const ops::pad& op) const {
        const int last = output().dims.rank - 1;
        return op.before[last] == 0 && op.after[last] == 0 ? same() : links{};
    }

    /// Places along one axis after the other: what has more channels has all of the other's, again
    /// and again.
    links operator()(const ops::reshape&) const {
        const int from = channels_of(input(0)), to = channels();
        if (from == 0 || to % from != 0) return {};
        links found;
        for (int c = 0; c < to; ++c) found.push_back({.from = c % from, .to = c});
        return found;
    }

    links operator()(const ops::binary& op) const {
        using enum ops::binary_function;
        const auto known = {add, subtract, multiply, maximum, minimum, prelu};
        const int to = channels(), a = channels_of(input(0)), b = channels_of(input(1));
        const bool fits = (a == to || a == 1) && (b == to || b == 1);
        if (!fits || std::find(known.begin(), known.end(), op.function) == known.end()) return {};
        links found;
        for (int c = 0; c < to; ++c)
            for (const std::size_t place : {std::size_t(0), std::size_t(1)}) {
                const bool is_tied = (place == 0 ? a : b) == to;
                found.push_back({place, is_tied ? c : 0, c, is_tied});
            }
        return found;
    }

    links operator()(const ops::concat& op) const {
        const bool along_channels = op.axis == output().dims.rank - 1;
        links found;
        int to = 0;
        for (std::size_t place = 0; place < n.inputs.size(); ++place) {
            if (!along_channels) to = 0;
            for (int c = 0; c < channels_of(input(place)); ++c) found.push_back({place, c, to++});
        }
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.to < b.to; });
        return found;
    }

    template <class Op>
    links operator()(const Op&) const {
        return {};
    }
};

}  // namespace

links links_of(const lowered_model& model, const lowered_node& n) {
    if (n.outputs.size() != 1 || n.inputs.empty()) return {};
    const auto is_of_codes = [&](int t) { return t >= 0 && has_codes(tensor_at(model, t)); };
    const bool all = std::all_of(n.inputs.begin(), n.inputs.end(), is_of_codes);
    if (!all || !is_of_codes(n.outputs[0])) return {};
    return std::visit(link_finder{model, n}, n.op);
}

}  // namespace onnx2hpp
