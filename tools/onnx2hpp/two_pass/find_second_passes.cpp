// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/as_index.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/two_pass/second_pass.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::ops::contract;

/// A set of steps.
using step_set = std::vector<char>;

/// Who makes and reads each tensor, and what each step is.
class finder {
public:
    explicit finder(const lowered_model& model)
        : model_(model),
          network_(network_of(model)),
          producer_(model.tensors.size(), -1),
          readers_(model.tensors.size()) {
        for (int step = 0; step < step_count(); ++step) data_.push_back(operands_of(step));
        for (int step = 0; step < step_count(); ++step) {
            for (const int t : data_of(step)) add_reader(t, step);
            for (const int t : node(step).outputs) producer_[as_index(t)] = step;
        }
    }

    std::vector<second_pass> run() const {
        std::vector<second_pass> found;
        for (int join = 0; join < step_count(); ++join) {
            if (facts(join).op.contract != contract::rows || data_of(join).size() < 2) continue;
            for (const int t : data_of(join)) {
                std::optional<second_pass> pass = second_pass_of(join, t);
                if (pass && !is_known(found, *pass)) found.push_back(*std::move(pass));
            }
        }
        return found;
    }

private:
    int step_count() const { return int(model_.nodes.size()); }
    const lowered_node& node(int step) const { return model_.nodes[as_index(step)]; }
    const tigris::planning::step_facts& facts(int step) const {
        return network_.steps[as_index(step)];
    }
    std::int64_t bytes(int t) const { return network_.tensors[as_index(t)].bytes; }
    bool is_output(int t) const {
        return model_.tensors[as_index(t)].kind == tigris::tensor_kind::output;
    }

    /// The operands that are no constants, each once.
    const std::vector<int>& data_of(int step) const { return data_[as_index(step)]; }

    std::vector<int> operands_of(int step) const {
        std::vector<int> found;
        for (const int t : node(step).inputs)
            if (t >= 0 && model_.tensors[as_index(t)].kind != tigris::tensor_kind::constant &&
                std::count(found.begin(), found.end(), t) == 0)
                found.push_back(t);
        return found;
    }

    void add_reader(int t, int step) { readers_[as_index(t)].push_back(step); }

    /// The only step that makes t, if it makes rows of it from rows of one tensor.
    int row_producer(int t) const {
        const int step = is_output(t) ? -1 : producer_[as_index(t)];
        if (step < 0 || node(step).outputs.size() != 1 || data_of(step).size() != 1) return -1;
        const contract how = facts(step).op.contract;
        return how == contract::rows || how == contract::alias ? step : -1;
    }

    /// All steps that the other operands of `join` depend on.
    step_set others_of(int join, int operand) const {
        step_set found(model_.nodes.size());
        std::vector<int> left = data_of(join);
        left.erase(std::find(left.begin(), left.end(), operand));
        while (!left.empty()) {
            const int step = producer_[as_index(left.back())];
            left.pop_back();
            if (step < 0 || std::exchange(found[as_index(step)], char(1))) continue;
            const std::vector<int>& more = data_of(step);
            left.insert(left.end(), more.begin(), more.end());
        }
        return found;
    }

    /// Whether a step in the set adds up all rows of t, or of what is made from it.
    bool is_added_up(int t, const step_set& within) const {
        std::vector<int> left{t};
        step_set seen(model_.nodes.size());
        while (!left.empty()) {
            const int now = left.back();
            left.pop_back();
            for (const int step : readers_[as_index(now)]) {
                if (!within[as_index(step)] || std::exchange(seen[as_index(step)], char(1)))
                    continue;
                if (facts(step).op.contract == contract::accumulate) return true;
                left.insert(left.end(), node(step).outputs.begin(), node(step).outputs.end());
            }
        }
        return false;
    }

    /// Whether a second pass that was found makes the same tensor again.
    static bool is_known(const std::vector<second_pass>& found, const second_pass& pass) {
        return std::any_of(found.begin(), found.end(), [&pass](const second_pass& other) {
            return other.steps.back() == pass.steps.back() &&
                   std::count(other.late.begin(), other.late.end(), pass.join) > 0;
        });
    }

    /// Whether something after `join` reads t, so that it is kept anyway.
    bool alive_after(int t, int join) const {
        return is_output(t) ||
               std::any_of(readers_[as_index(t)].begin(), readers_[as_index(t)].end(),
                           [&](int step) { return step > join; });
    }

    /// Who reads t but not on the way to `join`: for what it waits for, and later.
    struct other_readers {
        bool waited_for = false;
        bool is_unknown = false;
        std::vector<int> late;
    };
    other_readers others_that_read(int t, int reader, int join, const step_set& others) const {
        other_readers found;
        for (const int step : readers_[as_index(t)]) {
            if (step == reader) continue;
            if (others[as_index(step)])
                found.waited_for = true;
            else if (step > join)
                found.late.push_back(step);
            else
                found.is_unknown = true;
        }
        return found;
    }

    /// Back from an operand of `join` to the tensor that the others wait for.
    std::optional<second_pass> second_pass_of(int join, int operand) const {
        const step_set others = others_of(join, operand);
        second_pass pass{.steps = {}, .moved = {}, .join = join, .late = {}, .macs = 0};
        int t = operand;
        for (int reader = join;;) {
            const int producer = row_producer(t);
            other_readers found = others_that_read(t, reader, join, others);
            if (producer < 0 || found.is_unknown) return {};
            pass.late = std::move(found.late);
            if (found.waited_for) break;
            if (!pass.late.empty()) return {};
            pass.moved.insert(pass.moved.begin(), producer);
            reader = producer;
            t = data_of(producer)[0];
        }
        if (!is_added_up(t, others) || !add_steps(t, pass)) return {};
        return pass;
    }

    /// Back from t to the nearest tensor from which making it again spares memory.
    bool add_steps(int t, second_pass& pass) const {
        for (int made = t;;) {
            const int step = row_producer(made);
            if (step < 0 || (made != t && readers_[as_index(made)].size() != 1)) return false;
            pass.steps.insert(pass.steps.begin(), step);
            pass.macs += facts(step).op.macs;
            made = data_of(step)[0];
            if (bytes(made) < bytes(t) || alive_after(made, pass.join)) return true;
        }
    }

    const lowered_model& model_;
    owned_network network_;
    std::vector<std::vector<int>> data_;
    std::vector<int> producer_;
    std::vector<std::vector<int>> readers_;
};

}  // namespace

std::vector<second_pass> find_second_passes(const lowered_model& model) {
    return finder(model).run();
}

}  // namespace onnx2hpp
