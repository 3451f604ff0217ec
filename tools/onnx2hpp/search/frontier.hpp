// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The plans among which memory is traded for time.

#include <onnx2hpp/search/candidate.hpp>

namespace onnx2hpp {

/// The plans that fit and that no other plan beats: no other is faster and no larger, or smaller
/// and no slower.
class frontier {
public:
    /// Takes what is possible and fits.
    void add(const candidate& made);

    /// The smallest plan whose run takes hardly longer than the fastest one, and than a run of
    /// `other`. Nothing if there is none.
    const candidate* thriftiest(std::int64_t other = INT64_MAX) const;

    /// The time of the fastest.
    std::int64_t fastest() const;

    /// The most time that is hardly longer: 0.5 % more, for which memory is saved.
    static std::int64_t hardly_longer(std::int64_t time);

private:
    std::vector<candidate> found_;
};

}  // namespace onnx2hpp
