// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/as_index.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/branches.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

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
            for (const value_id v : *edges) bytes_[as_index(v)] = 0;
        for (const node& n : m.nodes)
            for (const value_id v : n.inputs)
                if (v != absent) ++uses_[as_index(v)];
    }

    /// The most at any time, with what the nodes read from elsewhere.
    std::int64_t peak(const std::vector<int>& nodes) {
        std::int64_t live = begin(nodes), most = live;
        for (const int n : nodes) {
            for (const value_id v : at_node(n).outputs) live += bytes(v);
            most = std::max(most, live);
            for (const value_id v : at_node(n).inputs)
                if (v != absent && --left_[as_index(v)] == 0) live -= bytes(v);
            for (const value_id v : at_node(n).outputs)
                if (v != absent && left_[as_index(v)] == 0) live -= bytes(v);
        }
        return most;
    }

private:
    const node& at_node(int n) const { return model_.nodes[as_index(n)]; }
    static std::int64_t bytes_of(const value& v) {
        return (element_count(v.dims) * bits_of(v.type) + 7) / 8;
    }
    std::int64_t bytes(value_id v) const { return v == absent ? 0 : bytes_[as_index(v)]; }

    bool is_new(value_id v) {
        if (v == absent || std::exchange(seen_in_[as_index(v)], run_) == run_) return false;
        left_[as_index(v)] = uses_[as_index(v)];
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
        : readers_(readers), live_(m), leader_(readers.size()) {}

    /// Requires that the lists of all that these readers lead to are sorted. One walk over the
    /// graph, and for each reader about log2(readers) walks over two branches. Not std::sort: of
    /// three branches each may be better before the next.
    void sort(std::vector<int>& list) {
        std::vector<branch> sorted;
        const auto is_better = [&](const branch& a, const branch& b) {
            return peak(a, b) < peak(b, a);
        };
        for (branch& next : branches_of(list))
            sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), next, is_better),
                          std::move(next));
        for (std::size_t i = 0; i < sorted.size(); ++i) list[i] = sorted[i].first;
    }

private:
    struct branch {
        int first;
        std::vector<int> nodes;
    };

    enum : int { nobody = -1, several = -2 };

    void lead(int n, int leader) {
        int& known = leader_[as_index(n)];
        known = known == nobody || known == leader ? leader : several;
    }

    /// Finds for each node which of these readers leads to it. Nodes read only what is before them.
    void find_leaders(const std::vector<int>& list) {
        std::fill(leader_.begin(), leader_.end(), nobody);
        for (const int reader : list) lead(reader, reader);
        for (std::size_t n = 0; n + 1 < readers_.size(); ++n)
            if (leader_[n] != nobody)
                for (const int reader : readers_[n]) lead(reader, leader_[n]);
    }

    std::vector<branch> branches_of(const std::vector<int>& list) {
        find_leaders(list);
        std::vector<char> shared;
        for (const int leader : leader_) shared.push_back(leader == several);
        std::vector<branch> result;
        std::vector<int> starts, place(readers_.size());
        for (const int reader : list) {
            place[as_index(reader)] = static_cast<int>(result.size());
            result.push_back({reader, {}});
            if (!shared[as_index(reader)]) starts.push_back(reader);
        }
        for (const int n : depth_first(readers_, starts, shared))
            result[as_index(place[as_index(leader_[as_index(n)])])].nodes.push_back(n);
        return result;
    }

    std::int64_t peak(const branch& first, const branch& second) {
        std::vector<int> nodes = first.nodes;
        nodes.insert(nodes.end(), second.nodes.begin(), second.nodes.end());
        return live_.peak(nodes);
    }

    const reader_lists& readers_;
    live_bytes live_;
    std::vector<int> leader_;
};

}  // namespace

void sort_branches(const onnx_model& m, reader_lists& readers) {
    branch_order order(m, readers);
    for (std::size_t n = m.nodes.size(); n-- > 0;)
        if (readers[n].size() > 1) order.sort(readers[n]);
    order.sort(readers.back());
}

}  // namespace onnx2hpp
