// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ways.h"

#include <net_blob.hpp>
#include <net_packed.hpp>
#include <net_staged.hpp>

namespace {

struct bound_blob {
    const void* begin;
    size_t bytes;
};

template <auto Model>
int run_model(const void* input, void* output, const bound_blob& blob) {
    using namespace tigris;
    using in = input_edge<Model>;
    using out = output_edge<Model>;
    static constinit workspace<Model> memory{};
    const auto& from = *static_cast<const typename in::type(*)[in::extent]>(input);
    auto& to = *static_cast<typename out::type(*)[out::extent]>(output);
    if constexpr (workspace<Model>::has_blob) {
        if (run(Model, memory, from, to) != status::unbound_weights) return -1;
        if (const status bound = memory.bind_weights(blob.begin, blob.bytes); bound != status::ok)
            return int(bound);
    }
    if constexpr (workspace<Model>::has_init)
        if (const status ready = init(Model, memory); ready != status::ok) return int(ready);
    if constexpr (workspace<Model>::may_lack)
        return int(run(Model, memory, from, to));
    else
        return run(Model, memory, from, to), 0;
}

}  // namespace

int run_in_cpp(int way, const void* input, void* output, const void* blob, size_t blob_bytes) {
    const bound_blob bound{blob, blob_bytes};
    if (way == staged_way) return run_model<net_staged::model>(input, output, bound);
    if (way == packed_way) return run_model<net_packed::model>(input, output, bound);
    return run_model<net_blob::model>(input, output, bound);
}
