// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random numbers that are the same on every machine: std's engines are, its distributions are not.

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace differential {

class random_source {
public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}

    /// Between both, which are among them.
    std::int64_t integer(std::int64_t low, std::int64_t high) {
        return low + std::int64_t(engine_() % std::uint64_t(high - low + 1));
    }
    double real(double low, double high) {
        return low + (high - low) * double(engine_() >> 11) / double(std::uint64_t{1} << 53);
    }
    bool chance(double probability) { return real(0, 1) < probability; }

    template <class T>
    const T& pick(const std::vector<T>& of) {
        return of.at(std::size_t(integer(0, std::int64_t(of.size()) - 1)));
    }
    template <class T>
    T pick(std::initializer_list<T> of) {
        return pick(std::vector<T>(of));
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace differential
