// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/functions/tflite.hpp>

#include <helpers/check.hpp>

using namespace tigris::kernels;

namespace {

struct sample {
    int32_t argument;
    int32_t result;
};

// Results of gemmlowp (exp_on_negative_values, one_over_one_plus_x_for_x_in_0_1) and of TFLite
// (log_x_for_x_greater_than_or_equal_to_1).
constexpr sample exponentials[]{{0, INT32_MAX},          {-1, 2147483124},
                                {-98765, 2144325029},    {-16777216, 1672462419},
                                {-16777217, 1672461539}, {-67108864, 790015308},
                                {-123456789, 341177383}, {-700000001, 63370},
                                {-1500000000, 0},        {-2080374784, 0}};
constexpr sample reciprocals[]{{0, 2147483647},          {1, 2147483647},
                               {123456789, 2030738432},  {1073741824, 1431655762},
                               {2000000000, 1111923858}, {2147483647, 1073741820}};
constexpr sample logarithms[]{
    {524288, 0},         {524289, 128},        {700000, 19397090},     {741455, 23258142},
    {1048576, 46516320}, {5242880, 154523870}, {123456789, 366522130}, {2147483647, 558195838}};

constexpr bool exponentials_equal(int first) {
    for (int i = first; i < 10; ++i)
        if (tflite_exponential(exponentials[i].argument) != exponentials[i].result) return false;
    return true;
}
constexpr bool reciprocals_equal(int first) {
    for (int i = first; i < 6; ++i)
        if (tflite_reciprocal(reciprocals[i].argument) != reciprocals[i].result) return false;
    return true;
}
constexpr bool logarithms_equal(int first) {
    for (int i = first; i < 8; ++i)
        if (tflite_logarithm(logarithms[i].argument) != logarithms[i].result) return false;
    return true;
}

}  // namespace

TEST_CASE("exponential, reciprocal and logarithm to the last bit") {
    TIGRIS_CHECK(exponentials_equal, 0);
    TIGRIS_CHECK(reciprocals_equal, 0);
    TIGRIS_CHECK(logarithms_equal, 0);
}
