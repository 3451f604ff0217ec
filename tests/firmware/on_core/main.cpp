// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs all test cases.

#include <doctest/doctest.h>

int main() {
    using on_core::test_case;
    for (const test_case* t = test_case::first; t; t = t->next) {
        const int before = test_case::failures;
        t->run();
        std::printf("%s: %s\n", t->name, test_case::failures == before ? "good" : "WRONG");
    }
    std::printf("%d checks, %d failures\n", test_case::checks, test_case::failures);
    return test_case::checks > 0 && test_case::failures == 0 ? 0 : 1;
}
