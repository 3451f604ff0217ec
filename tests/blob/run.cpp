// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// run [BLOB]: prints the status of a run, and the bytes of its outputs.

#include <net.hpp>

#include <cstdint>
#include <cstdio>

namespace {

constexpr auto model = net::model;
tigris::workspace<model> memory;
tigris::input_buffer<model> in;
tigris::output_buffer<model> out;
[[maybe_unused]] alignas(16) unsigned char blob[1 << 20];

template <class Buffer>
void fill(Buffer& buffer) {
    std::uint32_t seed = 1;
    for (auto& item : buffer.items) {
        seed = seed * 1664525u + 1013904223u;
        item = static_cast<typename Buffer::edge_type::type>(int(seed >> 24) - 128);
    }
}

template <class Workspace>
tigris::status prepare(Workspace& ws, [[maybe_unused]] const char* path) {
    if constexpr (Workspace::has_blob) {
        std::FILE* file = std::fopen(path, "rb");
        const std::size_t bytes = file ? std::fread(blob, 1, sizeof(blob), file) : 0;
        if (const auto bound = ws.bind_weights(blob, bytes); bound != tigris::status::ok)
            return bound;
    }
    if constexpr (Workspace::has_init) return ws.init();
    return tigris::status::ok;
}

template <class Workspace>
tigris::status prepare_and_run(Workspace& ws, const char* path) {
    if (const auto ready = prepare(ws, path); ready != tigris::status::ok) return ready;
    if constexpr (Workspace::may_lack) {
        return tigris::run(model, ws, in, out);
    } else {
        tigris::run(model, ws, in, out);
        return tigris::status::ok;
    }
}

}  // namespace

int main(int count, char** words) {
    fill(in);
    const tigris::status done = prepare_and_run(memory, count > 1 ? words[1] : "");
    std::printf("%s", tigris::status_name(done));
    for (const unsigned char byte : reinterpret_cast<unsigned char(&)[sizeof(out)]>(out))
        std::printf(" %02x", unsigned(byte));
    return 0;
}
