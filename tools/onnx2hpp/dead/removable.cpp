// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/removable.hpp>

#include <onnx2hpp/dead/channel_links.hpp>
#include <onnx2hpp/dead/layer.hpp>
#include <onnx2hpp/dead/step_operands.hpp>

#include <numeric>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Sets of numbers that are joined one by one.
class joined_sets {
public:
    explicit joined_sets(std::size_t count) : parents_(count) {
        std::iota(parents_.begin(), parents_.end(), std::size_t(0));
    }
    std::size_t set_of(std::size_t i) {
        while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
        return i;
    }
    void join(std::size_t a, std::size_t b) { parents_[set_of(a)] = set_of(b); }

private:
    std::vector<std::size_t> parents_;
};

std::vector<std::size_t> first_numbers(const lowered_model& model) {
    std::vector<std::size_t> first{0};
    for (const tensor& t : model.tensors)
        first.push_back(first.back() + std::size_t(channels_of(t)));
    return first;
}

class channel_sets {
public:
    channel_sets(const lowered_model& model, const channel_uses& uses, int multiple)
        : model_(model), first_(first_numbers(model)), sets_(first_.back()), stays_(first_.back()) {
        for (const lowered_node& n : model.nodes) tie(n);
        for (int t = 0; t < int(model.tensors.size()); ++t)
            for (int c = 0; c < channels(t); ++c)
                if (uses[std::size_t(t)][std::size_t(c)] || is_edge(t)) keep(t, c);
        while (keep_one_of_each() || round_up(multiple)) {
        }
    }

    std::vector<std::vector<int>> kept() {
        std::vector<std::vector<int>> all(model_.tensors.size());
        for (int t = 0; t < int(all.size()); ++t)
            for (int c = 0; c < channels(t); ++c)
                if (stays(t, c)) all[std::size_t(t)].push_back(c);
        return all;
    }

private:
    int channels(int t) const { return channels_of(tensor_at(model_, t)); }
    std::size_t number(int t, int c) const { return first_[std::size_t(t)] + std::size_t(c); }
    bool stays(int t, int c) { return stays_[sets_.set_of(number(t, c))]; }
    void keep(int t, int c) { stays_[sets_.set_of(number(t, c))] = true; }
    void keep_all(const std::vector<int>& tensors) {
        for (const int t : tensors)
            for (int c = 0; t >= 0 && c < channels(t); ++c) kept_alone_.emplace_back(t, c);
    }

    bool is_edge(int t) const {
        const tensor_kind kind = tensor_at(model_, t).kind;
        return kind == tensor_kind::input || kind == tensor_kind::output;
    }

    void tie(const lowered_node& n) {
        if (const auto l = layer::of(model_, n)) return tie(*l, n);
        const auto links = links_of(model_, n);
        if (links.empty()) keep_all(n.inputs), keep_all(n.outputs);
        for (const channel_link& link : links)
            if (link.is_tied)
                sets_.join(number(n.inputs[link.place], link.from), number(n.outputs[0], link.to));
            else
                kept_alone_.emplace_back(n.inputs[link.place], link.from);
    }

    void tie(const layer& l, const lowered_node& n) {
        if (l.mixes_channels) return;
        if (l.groups > 1) return keep_all({n.inputs[0], n.outputs[0]});
        for (int o = 0; o < l.outputs; ++o)
            sets_.join(number(n.inputs[0], l.first_input(o)), number(n.outputs[0], o));
    }

    /// Whether a tensor had none.
    bool keep_one_of_each() {
        for (const auto& [t, c] : kept_alone_) keep(t, c);
        bool found = false;
        for (int t = 0; t < int(model_.tensors.size()); ++t) {
            bool any = channels(t) == 0;
            for (int c = 0; c < channels(t) && !any; ++c) any = stays(t, c);
            if (!any) keep(t, 0), found = true;
        }
        return found;
    }

    /// Whether some were too few.
    bool round_up(int multiple) {
        bool found = false;
        for (int t = 0; t < int(model_.tensors.size()); ++t) {
            if (tensor_at(model_, t).kind != tensor_kind::activation) continue;
            int count = 0;
            for (int c = 0; c < channels(t); ++c) count += stays(t, c);
            for (int c = 0; c < channels(t) && count % multiple != 0; ++c)
                if (!stays(t, c)) keep(t, c), ++count, found = true;
        }
        return found;
    }

    const lowered_model& model_;
    std::vector<std::size_t> first_;
    joined_sets sets_;
    std::vector<bool> stays_;
    std::vector<std::pair<int, int>> kept_alone_;
};

}  // namespace

std::vector<std::vector<int>> kept_channels(const lowered_model& model, const channel_uses& uses,
                                            int multiple) {
    return channel_sets(model, uses, multiple).kept();
}

}  // namespace onnx2hpp
