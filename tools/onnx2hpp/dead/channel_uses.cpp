// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/channel_uses.hpp>

#include <onnx2hpp/dead/channel_links.hpp>
#include <onnx2hpp/dead/step_operands.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

class analysis_backward {
public:
    analysis_backward(const lowered_model& model, const channel_ranges& ranges)
        : model_(model), ranges_(ranges) {
        for (const tensor& t : model.tensors)
            uses_.emplace_back(std::size_t(channels_of(t)),
                               t.kind == tensor_kind::output || !has_codes(t));
    }

    channel_uses run() {
        for (auto n = model_.nodes.rbegin(); n != model_.nodes.rend(); ++n)
            if (const auto l = layer::of(model_, *n))
                see(*l, *n);
            else if (const auto links = links_of(model_, *n); !links.empty())
                see(links, *n);
            else
                see_unknown(*n);
        return std::move(uses_);
    }

private:
    std::vector<bool>& at(int t) { return uses_[std::size_t(t)]; }

    void see(const layer& l, const lowered_node& n) {
        const bool has_room = l.has_room_in_biases();
        std::vector<bool> is_read(std::size_t(l.inputs));
        for (int o = 0; o < l.outputs; ++o)
            if (!is_flat(l, n, o, ranges_, uses_)) add_read(l, o, is_read);
        for (std::size_t i = 0; i < is_read.size(); ++i) {
            const interval codes = ranges_[std::size_t(n.inputs[0])][i];
            if (is_read[i] && !(has_room && is_foldable(l, codes))) at(n.inputs[0])[i] = true;
        }
    }

    static void add_read(const layer& l, int o, std::vector<bool>& is_read) {
        const auto first = std::size_t(l.first_input(o));
        for (int tap = 0; tap < l.taps; ++tap)
            for (int i = 0; i < l.depth; ++i)
                if (l.weight(o, tap, i) != 0) is_read[first + std::size_t(i)] = true;
    }

    void see(const std::vector<channel_link>& links, const lowered_node& n) {
        for (const channel_link& link : links) {
            const auto to = std::size_t(link.to);
            const bool matters =
                at(n.outputs[0])[to] && !ranges_[std::size_t(n.outputs[0])][to].is_constant();
            if (matters || !link.is_tied) at(n.inputs[link.place])[std::size_t(link.from)] = true;
        }
    }

    void see_unknown(const lowered_node& n) {
        for (const int t : n.inputs)
            if (t >= 0) at(t).assign(at(t).size(), true);
    }

    const lowered_model& model_;
    const channel_ranges& ranges_;
    channel_uses uses_;
};

}  // namespace

bool is_flat(const layer& l, const lowered_node& n, int o, const channel_ranges& ranges,
             const channel_uses& uses) {
    const auto to = std::size_t(n.outputs[0]), channel = std::size_t(o);
    if (!ranges[to][channel].is_constant() && uses[to][channel]) return false;
    return l.has_scale_per_channel() || l.input().type != dtype::i16;
}

bool is_foldable(const layer& l, interval input) {
    return input.is_constant() && (!l.has_border() || input.low == l.input().quant.zero_point);
}

channel_uses uses_of(const lowered_model& model, const channel_ranges& ranges) {
    return analysis_backward(model, ranges).run();
}

}  // namespace onnx2hpp
