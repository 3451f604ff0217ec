// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/simd/lane_scales.hpp>

#include <helpers/adversarial_scales.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

using numbers = simd_kernels::lanes<int32_t, 8>;

/// Eight sums and multipliers at a time, so that every lane has its own.
template <class Scales>
class lane_judge {
public:
    void take(int64_t x, fixed_multiplier m) {
        sums_[count_] = int32_t(x);
        multipliers_[count_] = m.multiplier;
        rights_[count_] = -m.shift;
        if (++count_ == 8) judge();
    }
    int wrong = 0;

private:
    template <rounding R>
    int wrong_lanes(const Scales& scales) const {
        int32_t got[8], wrong = 0;
        simd_kernels::store(got,
                            simd_kernels::rescaled<R>(scales, simd_kernels::load<numbers>(sums_)));
        for (int i = 0; i < 8; ++i)
            wrong += got[i] != requantize<R>(sums_[i], {multipliers_[i], int8_t(-rights_[i])});
        return wrong;
    }
    void judge() {
        count_ = 0;
        const Scales scales{simd_kernels::load<numbers>(multipliers_),
                            simd_kernels::load<numbers>(rights_)};
        wrong += wrong_lanes<rounding::nearest>(scales) + wrong_lanes<rounding::tflite>(scales);
    }

    int32_t sums_[8]{}, multipliers_[8]{}, rights_[8]{};
    int count_ = 0;
};

}  // namespace

TEST_CASE("lanes round ends and halves as one number does") {
    lane_judge<simd_kernels::lane_scales> judge;
    test::each_adversarial(-31, 0, int64_t(1) << 31,
                           [&](int64_t x, fixed_multiplier m) { judge.take(x, m); });
    CHECK(judge.wrong == 0);
}

TEST_CASE("so do the quick scales, of numbers that are not large") {
    lane_judge<simd_kernels::quick_scales> judge;
    test::each_adversarial(-31, -1, (1 << 30) - 1,
                           [&](int64_t x, fixed_multiplier m) { judge.take(x, m); });
    CHECK(judge.wrong == 0);
}
