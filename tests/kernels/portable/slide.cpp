// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/slide.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

#include <cstdint>
#include <numeric>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr plain_key<ops::slide> key{};

/// Numbers 0, 1, ... of which the first `kept + fresh` are rows, and the next `fresh` are new.
template <class T>
bool slides(int kept, int fresh, bool in_place) {
    std::vector<T> numbers(std::size_t(kept + 2 * fresh)), out(std::size_t(kept + fresh));
    std::iota(numbers.begin(), numbers.end(), T(0));
    const std::vector<T> wanted(numbers.begin() + fresh, numbers.end());
    T* to = in_place ? numbers.data() : out.data();
    whole<key>(portable_tag{}, slide_layer<T>{kept, fresh}, to, numbers.data(),
               numbers.data() + kept + fresh);
    return std::vector<T>(to, to + kept + fresh) == wanted;
}

constexpr bool slides_while_compiling() {
    int8_t rows[5]{1, 2, 3, 4, 5}, fresh[2]{6, 7};
    whole<key>(portable_tag{}, slide_layer<int8_t>{3, 2}, rows, rows, fresh);
    return rows[0] == 3 && rows[2] == 5 && rows[3] == 6 && rows[4] == 7;
}

}  // namespace

TEST_CASE_TEMPLATE("rows move up, and new ones come behind them, in place too", T, int8_t, float,
                   int16_t) {
    for (int kept = 0; kept < 70; kept += 7)
        for (int fresh = 1; fresh < 40; fresh += 3) {
            CHECK(slides<T>(kept, fresh, false));
            CHECK(slides<T>(kept, fresh, true));
        }
}

TEST_CASE("the same while compiling") {
    static_assert(slides_while_compiling());
    CHECK(slides_while_compiling());
}

TEST_CASE("rows are kept but for as many as are new") {
    test::node_case n;
    n.add_input({.type = dtype::i8, .dims = {3, {1, 9, 4}}});
    n.add_input({.type = dtype::i8, .dims = {3, {1, 2, 4}}});
    set_output_of(n, ops::slide{}, dtype::i8, {});
    CHECK(key_of(ops::slide{}, n.all(), rounding::tflite) == key);
    const auto layer = layer_of<int8_t>(ops::slide{}, n.all(), {}, rounding::nearest);
    CHECK(layer.kept == 7 * 4);
    CHECK(layer.fresh == 2 * 4);
}
