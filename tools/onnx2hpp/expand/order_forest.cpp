// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/forest.hpp>
#include <onnx2hpp/expand/forest_attributes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

/// A node that is still to be visited, and the branch that leads to it.
struct way {
    std::uint32_t to = 0;
    std::uint32_t from = 0;
    bool is_true = false;
};

class walk {
public:
    walk(const node& n, forest from, std::int64_t features)
        : n(n), f(std::move(from)), features(features), visited(f.nodes.size()) {}

    forest run() {
        result.targets = f.targets;
        result.aggregate = f.aggregate;
        for (const std::uint32_t root : f.roots) {
            result.roots.push_back(next_place());
            walk_tree(root);
        }
        require_all();
        return std::move(result);
    }

private:
    std::uint32_t next_place() const { return static_cast<std::uint32_t>(result.nodes.size()); }

    void walk_tree(std::uint32_t root) {
        std::vector<way> open{{root}};
        while (!open.empty()) {
            const way next = open.back();
            open.pop_back();
            const std::uint32_t place = visit(next);
            if (result.nodes[place].mode == branch_mode::leaf) continue;
            open.push_back({result.nodes[place].if_false, place, false});
            open.push_back({result.nodes[place].if_true, place, true});
        }
    }

    /// The place of a copy, to which the branch before it now leads.
    std::uint32_t visit(const way& w) {
        mark(w.to);
        const std::uint32_t place = next_place();
        result.nodes.push_back(f.nodes[w.to]);
        result.votes.push_back(std::move(f.votes[w.to]));
        forest_node& at = result.nodes.back();
        if (at.mode == branch_mode::member) copy_set(at);
        if (at.mode == branch_mode::eq) join_chain(at);
        if (at.mode != branch_mode::leaf) check_feature(at);
        if (place != result.roots.back())
            (w.is_true ? result.nodes[w.from].if_true : result.nodes[w.from].if_false) = place;
        return place;
    }

    void mark(std::size_t i) {
        if (visited[i]) fail_bad_input(n, label_of(f.nodes[i]) + " is reached by two branches");
        visited[i] = true;
    }

    void copy_set(forest_node& at) {
        const auto begin = f.members.begin() + at.set.first;
        give_set(at, {begin, begin + at.set.count});
    }

    void give_set(forest_node& at, const std::vector<double>& members) {
        at.set = {static_cast<std::uint32_t>(result.members.size()),
                  static_cast<std::uint32_t>(members.size())};
        result.members.insert(result.members.end(), members.begin(), members.end());
    }

    /// x == a, else x == b, else x == c, all with one true branch: x is one of a set. Exporters say
    /// sets so before TreeEnsemble had them.
    void join_chain(forest_node& at) {
        std::vector<double> members{at.value};
        while (continues(at, f.nodes[at.if_false])) {
            mark(at.if_false);
            members.push_back(f.nodes[at.if_false].value);
            at.if_false = f.nodes[at.if_false].if_false;
        }
        if (members.size() == 1) return;
        std::sort(members.begin(), members.end());
        members.erase(std::unique(members.begin(), members.end()), members.end());
        at.mode = branch_mode::member;
        give_set(at, members);
    }

    static bool continues(const forest_node& at, const forest_node& next) {
        return next.mode == branch_mode::eq && next.feature == at.feature &&
               next.nan_is_true == at.nan_is_true && next.if_true == at.if_true;
    }

    void check_feature(const forest_node& at) const {
        if (at.feature < 0 || at.feature >= features)
            fail_bad_input(n, fmt::format("{} reads feature {}, but the input has {}", label_of(at),
                                          at.feature, features));
    }

    /// Leaves that nothing reaches have no votes; a branch has been forgotten.
    void require_all() const {
        for (std::size_t i = 0; i < visited.size(); ++i)
            if (!visited[i] && f.nodes[i].mode != branch_mode::leaf)
                fail_bad_input(n, label_of(f.nodes[i]) + " is reached by no branch");
    }

    const node& n;
    forest f;
    const std::int64_t features;
    std::vector<bool> visited;
    forest result;
};

}  // namespace

forest in_preorder(const node& n, forest f, std::int64_t features) {
    return walk(n, std::move(f), features).run();
}

}  // namespace onnx2hpp
