// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Replaces names of inputs and outputs if Boost.Hana is missing, or the C++ standard library, which
// Boost.Hana includes: one error says so. If both are there, this header is empty.

#include <tigris/support/check.hpp>
#include <tigris/support/text.hpp>

#if !__has_include(<boost/hana/map.hpp>) || !__has_include(<type_traits>)
namespace tigris {
namespace execution {

/// Completing this type gives one error, however many names a program has.
template <class Char>
struct names_need_boost {
#if __has_include(<boost/hana/map.hpp>)
    static_assert(sizeof(Char) == 0,
                  "tigris: names of inputs and outputs need the C++ standard library, which "
                  "Boost.Hana includes; add it, or pass buffers in the model's order");
#else
    static_assert(sizeof(Char) == 0,
                  "tigris: names of inputs and outputs need Boost.Hana; install libboost-dev, or "
                  "add the folder that holds boost/hana.hpp to the include path (-isystem)");
#endif
};

/// The name of a buffer, after the error of names_need_boost: the buffer is taken without a name.
struct unknown_name {
    template <class B>
    constexpr B& operator=(B& buffer) const {
        return buffer;
    }
};

}  // namespace execution

inline namespace literals {

template <text Text>
constexpr auto operator""_t() {
    using letter = decltype(Text.chars[0] + 0);
    complete(static_cast<execution::names_need_boost<letter>*>(nullptr));
    return execution::unknown_name{};
}

}  // namespace literals
}  // namespace tigris
#endif
