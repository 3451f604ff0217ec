// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The second worker of a run on a host: a thread that waits for functions.

#include <atomic>
#include <cstdint>
#include <thread>

namespace tigris_test {

/// Between start and join both threads are busy; else this one gives way to others.
class second_thread {
public:
    ~second_thread() {
        is_over_.store(true, std::memory_order_release);
        thread_.join();
    }

    void start(void (*function)(void*), void* context) {
        ++starts;
        context_ = context;
        function_.store(function, std::memory_order_release);
    }
    void join() {
        while (function_.load(std::memory_order_acquire)) std::this_thread::yield();
    }

    /// Where the machine is busy, the other thread may not run now.
    static void rest(std::uint32_t looks) {
        if (looks % 4096 == 0) std::this_thread::yield();
    }

    int starts = 0;

private:
    void serve() {
        while (!is_over_.load(std::memory_order_acquire)) {
            const auto function = function_.load(std::memory_order_acquire);
            if (!function) {
                std::this_thread::yield();
                continue;
            }
            function(context_);
            function_.store(nullptr, std::memory_order_release);
        }
    }

    std::atomic<void (*)(void*)> function_{nullptr};
    std::atomic<bool> is_over_{false};
    void* context_ = nullptr;
    std::thread thread_{[this] { serve(); }};
};

}  // namespace tigris_test
