// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/unrolled_step.hpp>

#include <algorithm>
#include <unordered_set>

namespace onnx2hpp {
namespace {

using value_set = std::unordered_set<value_id>;

/// A cell has some 20 nodes, one written out gate by gate perhaps 60. Between them others may
/// stand. What has more readers than the gates of a cell is no state.
constexpr std::size_t most_nodes = 96, most_readers = 64;
constexpr int most_distance = 4096;

bool reads_one_of(const node& n, const value_set& values) {
    return std::any_of(n.inputs.begin(), n.inputs.end(),
                       [&](value_id v) { return values.contains(v); });
}

/// Nodes up to `last` that depend on h. Those with several outputs are not followed.
std::vector<int> dependents_of(const rewriter& r, value_id h, int last) {
    value_set known{h};
    std::vector<int> nodes;
    for (int n = r.producer_of(h) + 1; n <= last; ++n) {
        const bool has_one = r.at(n).outputs.size() == 1 && r.at(n).outputs[0] != absent;
        if (!has_one || !reads_one_of(r.at(n), known)) continue;
        known.insert(r.at(n).outputs[0]);
        nodes.push_back(n);
    }
    return nodes;
}

/// Takes away nodes of which `wanted` is not made.
void keep_what_makes(const rewriter& r, value_id wanted, std::vector<int>& nodes) {
    value_set needed{wanted};
    std::vector<int> kept;
    for (auto n = nodes.rbegin(); n != nodes.rend(); ++n) {
        if (!needed.contains(r.at(*n).outputs[0])) continue;
        needed.insert(r.at(*n).inputs.begin(), r.at(*n).inputs.end());
        kept.push_back(*n);
    }
    nodes.assign(kept.rbegin(), kept.rend());
}

std::vector<value_id> others_of(const rewriter& r, const step_pattern& p) {
    value_set known{p.h, absent};
    std::vector<value_id> others;
    for (const int n : p.nodes) {
        for (const value_id v : r.at(n).inputs)
            if (!r.is_constant(v) && known.insert(v).second) others.push_back(v);
        known.insert(r.at(n).outputs[0]);
    }
    return others;
}

bool are_equal(const value& a, const value& b) {
    return a.constant == b.constant || (a.constant && b.constant && a.type == b.type &&
                                        a.dims == b.dims && a.constant->bytes == b.constant->bytes);
}

/// Finds, node by node, what in a step stands where.
class step_finder {
public:
    step_finder(const rewriter& r, const step_pattern& pattern, value_id h)
        : r(r), pattern(pattern) {
        copy.values[pattern.h] = h;
    }

    std::optional<step_copy> found() {
        const std::unordered_set<value_id> others(pattern.others.begin(), pattern.others.end());
        for (const int n : pattern.nodes)
            if (!find(r.at(n), others)) return {};
        return copy;
    }

private:
    bool find(const node& like, const value_set& others) {
        const auto known = std::find_if(like.inputs.begin(), like.inputs.end(), [&](value_id v) {
            return !others.contains(v) && copy.values.contains(v);
        });
        const std::vector<int>& readers = r.readers(copy.values.at(*known));
        if (readers.size() > most_readers) return false;
        for (const int n : readers)
            if (std::find(copy.nodes.begin(), copy.nodes.end(), n) == copy.nodes.end() &&
                take(n, like, others))
                return true;
        return false;
    }

    /// Whether node n stands where `like` does; then its values do, too.
    bool take(int n, const node& like, const value_set& others) {
        if (!are_alike(r, r.at(n), like)) return false;
        std::unordered_map<value_id, value_id> values = copy.values;
        for (std::size_t i = 0; i < like.inputs.size(); ++i) {
            const value_id v = r.at(n).inputs[i];
            if (like.inputs[i] == absent || r.is_constant(like.inputs[i])) continue;
            if (others.contains(like.inputs[i])) values.emplace(like.inputs[i], v);
            if (v == absent || values.at(like.inputs[i]) != v) return false;
        }
        values[like.outputs[0]] = r.at(n).outputs[0];
        copy.values = std::move(values);
        copy.nodes.push_back(n);
        return true;
    }

    const rewriter& r;
    const step_pattern& pattern;
    step_copy copy;
};

}  // namespace

std::optional<step_pattern> pattern_between(const rewriter& r, value_id h, value_id next_h) {
    const int last = r.producer_of(next_h);
    if (last < 0 || last - r.producer_of(h) > most_distance) return {};
    step_pattern p{.h = h, .next_h = next_h, .nodes = dependents_of(r, h, last)};
    keep_what_makes(r, next_h, p.nodes);
    if (p.nodes.empty() || p.nodes.back() != last || p.nodes.size() > most_nodes) return {};
    p.others = others_of(r, p);
    return p;
}

std::optional<step_copy> copy_at(const rewriter& r, const step_pattern& pattern, value_id h) {
    return step_finder(r, pattern, h).found();
}

bool are_alike(const rewriter& r, const node& a, const node& b) {
    if (a.op_type != b.op_type || a.domain != b.domain || a.attributes != b.attributes ||
        a.inputs.size() != b.inputs.size() || a.outputs.size() != 1 || b.outputs.size() != 1 ||
        a.body || b.body)
        return false;
    for (std::size_t i = 0; i < a.inputs.size(); ++i) {
        if ((a.inputs[i] == absent) != (b.inputs[i] == absent)) return false;
        if (a.inputs[i] != absent && r.is_constant(b.inputs[i]) &&
            !are_equal(r.at_value(a.inputs[i]), r.at_value(b.inputs[i])))
            return false;
    }
    return r.at_value(a.outputs[0]).dims == r.at_value(b.outputs[0]).dims;
}

}  // namespace onnx2hpp
