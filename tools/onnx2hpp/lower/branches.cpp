// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/branches.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Bytes that are live while nodes run one after the other. The model's inputs and outputs are the
/// caller's memory.
class live_bytes {
public:
    explicit live_bytes(const onnx_model& m)
        : model_(m),
          bytes_(m.values.size()),
          uses_(m.values.size()),
          left_(uses_),
          seen_in_(uses_) {
        for (std::size_t v = 0; v < m.values.size(); ++v)
            if (!m.values[v].constant) bytes_[v] = bytes_of(m.values[v]);
        for (const auto* edges : {&m.inputs, &m.outputs})
            for (const value_id v : *edges) bytes_[at(v)] = 0;
        for (const node& n : m.nodes)
            for (const value_id v : n.inputs)
                if (v != absent) ++uses_[at(v)];
    }

    /// The most at any time, with what the nodes read from elsewhere.
    std::int64_t peak(const std::vector<int>& nodes) {
        std::int64_t live = begin(nodes), most = live;
        for (const int n : nodes) {
            for (const value_id v : at_node(n).outputs) live += bytes(v);
            most = std::max(most, live);
            for (const value_id v : at_node(n).inputs)
                if (v != absent && --left_[at(v)] == 0) live -= bytes(v);
            for (const value_id v : at_node(n).outputs)
                if (v != absent && left_[at(v)] == 0) live -= bytes(v);
        }
        return most;
    }

private:
    const node& at_node(int n) const { return model_.nodes[at(n)]; }
    static std::int64_t bytes_of(const value& v) {
        return (element_count(v.dims) * bits_of(v.type) + 7) / 8;
    }
    std::int64_t bytes(value_id v) const { return v == absent ? 0 : bytes_[at(v)]; }

    bool is_new(value_id v) {
        if (v == absent || std::exchange(seen_in_[at(v)], run_) == run_) return false;
        left_[at(v)] = uses_[at(v)];
        return true;
    }

    /// What is live before the first of them: whatever they read and do not make.
    std::int64_t begin(const std::vector<int>& nodes) {
        ++run_;
        for (const int n : nodes)
            for (const value_id v : at_node(n).outputs) is_new(v);
        std::int64_t live = 0;
        for (const int n : nodes)
            for (const value_id v : at_node(n).inputs)
                if (is_new(v)) live += bytes(v);
        return live;
    }

    const onnx_model& model_;
    std::vector<std::int64_t> bytes_;
    std::vector<int> uses_, left_, seen_in_;
    int run_ = 0;
};

class branch_order {
public:
    branch_order(const onnx_model& m, reader_lists& readers)
        : readers_(readers), live_(m), leading_here_(readers.size()) {}

    /// Requires that the lists of all that these readers lead to are sorted.
    void sort(std::vector<int>& list) {
        std::vector<branch> branches = branches_of(list);
        for (std::size_t i = 1; i < branches.size(); ++i)
            for (std::size_t k = i; k > 0 && is_better_first(branches[k], branches[k - 1]); --k)
                std::swap(branches[k], branches[k - 1]);
        for (std::size_t i = 0; i < branches.size(); ++i) list[i] = branches[i].first;
    }

private:
    struct branch {
        int first;
        std::vector<int> nodes;
    };

    /// Counts for each node how many of these readers lead to it.
    void count_leading(const std::vector<int>& list) {
        std::fill(leading_here_.begin(), leading_here_.end(), 0);
        for (const int reader : list)
            for (const int n : depth_first(readers_, {reader}, std::vector<char>(readers_.size())))
                ++leading_here_[at(n)];
    }

    std::vector<branch> branches_of(const std::vector<int>& list) {
        count_leading(list);
        std::vector<char> shared;
        for (const int count : leading_here_) shared.push_back(count > 1);
        std::vector<branch> result;
        for (const int reader : list) {
            const bool is_shared = shared[at(reader)] != 0;
            result.push_back(
                {reader, is_shared ? std::vector<int>() : depth_first(readers_, {reader}, shared)});
        }
        return result;
    }

    bool is_better_first(const branch& a, const branch& b) { return peak(a, b) < peak(b, a); }
    std::int64_t peak(const branch& first, const branch& second) {
        std::vector<int> nodes = first.nodes;
        nodes.insert(nodes.end(), second.nodes.begin(), second.nodes.end());
        return live_.peak(nodes);
    }

    const reader_lists& readers_;
    live_bytes live_;
    std::vector<int> leading_here_;
};

}  // namespace

void sort_branches(const onnx_model& m, reader_lists& readers) {
    branch_order order(m, readers);
    for (std::size_t n = m.nodes.size(); n-- > 0;)
        if (readers[n].size() > 1) order.sort(readers[n]);
    order.sort(readers.back());
}

}  // namespace onnx2hpp
