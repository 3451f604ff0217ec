// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// As much of doctest as tests of kernels need, for cores: the same sources run there. doctest
// itself wants exceptions and streams.

#include <cstdio>

namespace on_core {

/// A test case, in the list of all.
struct test_case {
    const char* name;
    void (*run)();
    test_case* next;

    test_case(const char* name, void (*run)()) : name(name), run(run), next(first) { first = this; }

    static inline test_case* first = nullptr;
    static inline int checks = 0;
    static inline int failures = 0;
};

inline void check(bool holds, const char* what, const char* file, int line) {
    ++test_case::checks;
    if (holds) return;
    ++test_case::failures;
    std::printf("%s:%d: wrong: %s\n", file, line, what);
}

}  // namespace on_core

#define ON_CORE_JOIN(a, b) a##b
#define ON_CORE_NAME(a, b) ON_CORE_JOIN(a, b)
#define TEST_CASE(text)                                                                           \
    static void ON_CORE_NAME(test_at_, __LINE__)();                                               \
    static on_core::test_case ON_CORE_NAME(case_at_, __LINE__)(text,                              \
                                                               ON_CORE_NAME(test_at_, __LINE__)); \
    static void ON_CORE_NAME(test_at_, __LINE__)()
#define CHECK(...) on_core::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define CHECK_FALSE(...) on_core::check(!(__VA_ARGS__), "not " #__VA_ARGS__, __FILE__, __LINE__)
#define CAPTURE(...) static_cast<void>(__VA_ARGS__)
#define CHECK_MESSAGE(condition, ...) on_core::check((condition), #condition, __FILE__, __LINE__)
