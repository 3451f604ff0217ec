// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The bytes of fast memory that the calls of a plan find live, counted from the calls that were
// made and from where the plan's buffers lie.

#include <helpers/plan_runner.hpp>

#include <array>
#include <set>
#include <utility>

namespace tigris::test {

/// Follows the calls one by one: a ring is live from a call that writes a row of it to one after
/// which its readers need none of its rows; other tensors from the first call that writes them to
/// the last that reads them. Not for segments whose rows pass in parts.
class plan_timeline {
public:
    plan_timeline(const owned_network& n, const onnx2hpp::owned_plan& p,
                  const std::vector<call_of_task>& calls, const target& like,
                  std::int64_t alignment)
        : p_(p), alignment_(alignment), done_(p.tasks.size()), most_(p.tasks.size()) {
        for (std::size_t t = 0; t < n.tensors.size(); ++t)
            if (n.tensors[t].kind == tensor_kind::output &&
                like.output[n.tensors[t].index] == io::arena)
                kept_.insert(p.tensors[t].buffer);
        for (std::size_t c = 0; c < calls.size(); ++c)
            if (task(calls[c].task).kernel.accumulator_bytes > 0) {
                const auto run = std::array{calls[c].segment, calls[c].strip, calls[c].task};
                sums_.try_emplace(run, calls[c].sums_since, 0).first->second.second = int(c);
            }
        for (std::size_t c = 0; c < calls.size(); ++c) {
            begin(calls[c], c > 0 ? calls[c - 1] : call_of_task{.segment = -1});
            follow(calls[c], int(c));
        }
    }

    std::int64_t most_at(int task) const { return most_[std::size_t(task)]; }

private:
    const planning::task_plan& task(int k) const { return p_.tasks[std::size_t(k)]; }
    const planning::buffer_plan& buffer(int b) const { return p_.buffers[std::size_t(b)]; }
    static bool is_fast(const planning::buffer_plan& b) {
        return b.home == planning::home::arena && b.region == planning::fast_space;
    }
    bool is_inside(int k) const { return k >= segment_->begin && k < segment_->end; }
    bool reads(int k, int b) const {
        for (int r = task(k).first_read; r < task(k).first_read + task(k).reads; ++r)
            if (p_.reads[std::size_t(r)].tensor == b) return true;
        return false;
    }
    int producer_of(int b) const {
        for (int k = 0; k < int(p_.tasks.size()); ++k)
            if (task(k).output == b) return k;
        return -1;
    }
    int last_reader_of(int b) const {
        for (int k = int(p_.tasks.size()) - 1; k >= 0; --k)
            if (reads(k, b)) return k;
        return -1;
    }
    /// The buffer in whose slots the rows of b lie.
    int owner_of(int b) const {
        const int reader = last_reader_of(b);
        if (!is_inside(producer_of(b)) || buffer(b).alive_after || !is_inside(reader)) return b;
        const planning::buffer_plan &in = buffer(b), &out = buffer(task(reader).output);
        const bool is_there = in.home == out.home && in.region == out.region &&
                              in.index == out.index && in.offset == out.offset &&
                              in.rows == out.rows && in.row_bytes == out.row_bytes;
        return is_there ? owner_of(task(reader).output) : b;
    }

    void begin(const call_of_task& call, const call_of_task& before) {
        if (call.segment != before.segment) written_.clear();
        if (call.segment != before.segment || call.strip != before.strip) {
            segment_ = &p_.segments[std::size_t(call.segment)];
            for (call_of_task& done : done_) done = {};
            rings_.clear();
        }
    }

    void follow(const call_of_task& call, int c) {
        const int owner = owner_of(task(call.task).output);
        if (call.made > 0) (buffer(owner).alive_after ? written_ : rings_).insert(owner);
        std::int64_t& most = most_[std::size_t(call.task)];
        most = std::max(most, live_bytes(call, c));
        done_[std::size_t(call.task)] = call;
        for (auto ring = rings_.begin(); ring != rings_.end();)
            ring = reads(call.task, *ring) && passed(*ring) >= written_of(*ring)
                       ? rings_.erase(ring)
                       : std::next(ring);
    }

    std::int32_t written_of(int owner) const {
        std::int32_t rows = 0;
        for (int k = segment_->begin; k < segment_->end; ++k)
            if (owner_of(task(k).output) == owner)
                rows = std::max(rows, done_[std::size_t(k)].made);
        return rows;
    }
    /// Rows of b that none of the segment's tasks needs any more.
    std::int32_t passed(int b) const {
        std::int32_t rows = buffer(b).height;
        for (int k = segment_->begin; k < segment_->end; ++k)
            for (int r = task(k).first_read; r < task(k).first_read + task(k).reads; ++r)
                if (p_.reads[std::size_t(r)].tensor == b)
                    rows = std::min(rows, passed_by(k, p_.reads[std::size_t(r)].rate, b));
        return rows;
    }
    std::int32_t passed_by(int k, planning::row_rate rate, int b) const {
        const call_of_task& done = done_[std::size_t(k)];
        const std::int32_t rows = buffer(b).height, made = buffer(task(k).output).height;
        if (done.made >= made) return rows;
        if (task(k).whole) return 0;
        if (task(k).contract == ops::contract::accumulate) return done.added;
        if (segment_->bottom_up) rate = planning::mirrored(rate, rows, made);
        return std::clamp(floor_divide(done.made * rate.stride + rate.first, rate.divisor), 0,
                          rows);
    }

    /// Bytes of the arena under all blocks that are live at a call.
    std::int64_t live_bytes(const call_of_task& call, int c) const {
        std::vector<bool> live(std::size_t(p_.fast_peak_bytes));
        const auto cover = [&](std::int64_t offset, std::int64_t bytes) {
            bytes = (bytes + alignment_ - 1) / alignment_ * alignment_;
            std::fill_n(live.begin() + offset, bytes, true);
        };
        for (int b = 0; b < int(p_.buffers.size()); ++b)
            if (is_fast(buffer(b)) && is_live(b, call)) cover(buffer(b).offset, buffer(b).bytes());
        cover(task(call.task).scratch_offset, task(call.task).scratch_bytes);
        for (int k = segment_->begin; k < segment_->end; ++k)
            if (const auto found = sums_.find({call.segment, call.strip, k});
                found != sums_.end() && found->second.first <= c && c <= found->second.second)
                cover(task(k).scratch_offset, task(k).scratch_bytes);
        return std::count(live.begin(), live.end(), true);
    }
    bool is_live(int b, const call_of_task& call) const {
        if (rings_.count(b) || written_.count(b)) return true;
        if (producer_of(b) >= segment_->begin) return false;
        const int reader = last_reader_of(b);
        if (kept_.count(b) || reader >= segment_->end) return true;
        if (!is_inside(reader)) return false;
        return call.strip + 1 < segment_->strips || passed(b) < buffer(b).height;
    }

    const onnx2hpp::owned_plan& p_;
    std::int64_t alignment_;
    const planning::segment_plan* segment_ = nullptr;
    std::vector<call_of_task> done_;
    std::set<int> rings_, written_, kept_;
    /// The calls between which sums are there, of each run of a task.
    std::map<std::array<int, 3>, std::pair<int, int>> sums_;
    std::vector<std::int64_t> most_;
};

}  // namespace tigris::test
