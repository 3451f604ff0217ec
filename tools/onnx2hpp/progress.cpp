// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/progress.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <string>

namespace onnx2hpp {
namespace {

using std::chrono::steady_clock;

/// What the watcher of a terminal has seen.
struct progress {
    bool is_watched = isatty(STDERR_FILENO) != 0;
    steady_clock::time_point start = steady_clock::now();
    double shown_at = 0;
    std::string stage;
    long plans = 0;

    double seconds() const {
        return std::chrono::duration<double>(steady_clock::now() - start).count();
    }
    void show(double now) {
        shown_at = now;
        const std::string line =
            fmt::format("onnx2hpp: {:.1f} s: {}{}\n", now, stage,
                        plans > 0 ? fmt::format(", {} plans tried", plans) : "");
        std::fputs(line.c_str(), stderr);  // lost where nobody can read it
    }
};

progress shown;

}  // namespace

void show_stage(std::string_view what) {
    if (!shown.is_watched) return;
    shown.stage = what;
    if (const double now = shown.seconds(); now > 1) shown.show(now);
}

void count_plan() {
    if (!shown.is_watched) return;
    ++shown.plans;
    if (const double now = shown.seconds(); now > shown.shown_at + 2) shown.show(now);
}

}  // namespace onnx2hpp
