// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/temporary_file.hpp>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace onnx2hpp {
namespace {

// Signals that end a process unless it says otherwise, but for crashes.
constexpr int ending_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM, SIGTERM,
                                  SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF};

/// Paths to remove, where a handler of signals may read them.
std::array<std::atomic<const char*>, 8> paths{};
static_assert(std::atomic<const char*>::is_always_lock_free, "handlers of signals must not wait");

/// What the signal does by default follows when this returns.
void remove_files(int signal) {
    for (const auto& path : paths)
        if (const char* text = path.load()) unlink(text);
    raise(signal);
}

/// A signal that is ignored, as nohup does, stays so.
void handle(int signal) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
    action.sa_handler = remove_files;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigfillset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
}

void handle_signals() {
    for (const int signal : ending_signals) handle(signal);
    signal(SIGXFSZ, SIG_IGN);  // too large a file is an error of write() then
}

/// While a held_signals lives, signals wait: a file has its name and is in the list, or neither.
class held_signals {
public:
    held_signals() {
        sigset_t all;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &before);
    }
    held_signals(const held_signals&) = delete;
    ~held_signals() {
        const int error = errno;
        sigprocmask(SIG_SETMASK, &before, nullptr);
        errno = error;
    }

private:
    sigset_t before;
};

void exchange(const char* from, const char* to) {
    for (auto& path : paths) {
        const char* expected = from;
        if (path.compare_exchange_strong(expected, to)) return;
    }
}

}  // namespace

temporary_file::temporary_file(const std::string& target)
    : path((std::filesystem::path(target).parent_path() / ".onnx2hpp-XXXXXX").string()) {
    handle_signals();
    const held_signals held;
    descriptor = mkostemp(path.data(), O_CLOEXEC);
    if (descriptor >= 0)
        exchange(nullptr, path.c_str());
    else
        path.clear();
}

temporary_file::~temporary_file() {
    close();
    const held_signals held;
    if (path.empty()) return;
    unlink(path.c_str());
    exchange(path.c_str(), nullptr);
}

int temporary_file::close() {
    if (descriptor < 0) return 0;
    return ::close(std::exchange(descriptor, -1)) == 0 ? 0 : errno;
}

int temporary_file::rename(const std::string& name) {
    const held_signals held;
    if (std::rename(path.c_str(), name.c_str()) != 0) return errno;
    exchange(path.c_str(), nullptr);
    path.clear();
    return 0;
}

}  // namespace onnx2hpp
