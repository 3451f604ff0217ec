// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <onnx2hpp/as_index.hpp>
#include <onnx2hpp/lower/identifiers.hpp>
#include <onnx2hpp/lower/unique_names.hpp>

#include <map>
#include <set>
#include <utility>

namespace onnx2hpp {
namespace {

/// Writes the steps of a model anew.
class rewriter {
public:
    rewriter(const lowered_model& model, const std::vector<second_pass>& passes)
        : model_(model), result_(model) {
        result_.nodes.clear();
        for (const second_pass& pass : passes) {
            at_join_[pass.join].push_back(&pass);
            moved_.insert(pass.moved.begin(), pass.moved.end());
        }
        for (const lowered_node& n : model.nodes) names_.make("step", n.name);
    }

    lowered_model run() && {
        for (int step = 0; step < int(model_.nodes.size()); ++step) {
            if (moved_.contains(step)) continue;
            if (const auto found = at_join_.find(step); found != at_join_.end())
                for (const second_pass* pass : found->second) add(*pass);
            add_step(step);
        }
        return std::move(result_);
    }

private:
    /// The numbers of tensors that were made again.
    using copies = std::map<int, int>;

    void add(const second_pass& pass) {
        copies made;
        for (const int step : pass.steps) add_copy(step, made);
        const int last = model_.nodes[as_index(pass.steps.back())].outputs[0], copy = made.at(last);
        read_[pass.moved.empty() ? pass.join : pass.moved.front()][last] = copy;
        for (const int step : pass.late) read_[step][last] = copy;
        for (const int step : pass.moved) add_step(step);
    }

    static void replace(std::vector<int>& tensors, const copies& made) {
        for (int& t : tensors)
            if (const auto found = made.find(t); found != made.end()) t = found->second;
    }

    void add_step(int step) {
        result_.nodes.push_back(model_.nodes[as_index(step)]);
        replace(result_.nodes.back().inputs, read_[step]);
    }

    void add_copy(int step, copies& made) {
        add_step(step);
        lowered_node& copy = result_.nodes.back();
        replace(copy.inputs, made);
        copy.name = names_.make("step", copy.name + "_again");
        copy.again = true;
        for (int& t : copy.outputs) {
            const int original = std::exchange(t, int(result_.tensors.size()));
            made[original] = t;
            result_.tensors.push_back(model_.tensors[as_index(original)]);
            result_.tensor_names.push_back(model_.tensor_names[as_index(original)]);
            if (model_.tensor_places.empty()) continue;
            result_.tensor_places.push_back(model_.tensor_places[as_index(original)]);
        }
    }

    const lowered_model& model_;
    std::map<int, std::vector<const second_pass*>> at_join_;
    std::set<int> moved_;
    lowered_model result_;
    identifiers names_;
    std::map<int, copies> read_;  // by steps, instead of what they read
};

}  // namespace

lowered_model with_second_passes(const lowered_model& model,
                                 const std::vector<second_pass>& passes) {
    lowered_model made = rewriter(model, passes).run();
    number_equal_names(made);
    return made;
}

std::vector<std::string> names_of_second_passes(const lowered_model& model) {
    std::vector<std::string> names;
    for (const lowered_node& n : model.nodes)
        if (n.again) names.push_back(n.name);
    return names;
}

}  // namespace onnx2hpp
