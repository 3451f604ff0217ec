// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model made of another: its constants come in a blob that the caller binds. Those in even places
// are read there, and with Staged the others are copied to DTCM.

#include <helpers/staged_model.hpp>
#include <tigris/execution/memory/blob.hpp>

namespace tigris::test {

template <auto Base>
struct blob_places {
    sized_array<constant_place, Base.constants.size()> places{};
    int32_t staged_bytes = 0;
    int32_t staged_at = sizeof(blob_header);
    int32_t bytes = 0;
};

template <auto Base, bool Staged>
constexpr auto lay_out_blob() {
    blob_places<Base> layout{};
    int32_t places[2]{sizeof(blob_header), 0};
    for (int i = 0; i < Base.constants.size(); ++i) {
        const bool copied = Staged && i % 2 == 1;
        int32_t& next = places[copied];
        layout.places[i] = {std::int16_t(Staged && !copied ? 1 : 0), next};
        next += (int32_t(bytes_of_constant<Base>(i)) + 15) / 16 * 16;
    }
    layout.staged_at = places[0];
    layout.staged_bytes = places[1];
    layout.bytes = places[0] + places[1];
    return layout;
}
template <auto Base, bool Staged>
inline constexpr auto blob_layout_of = lay_out_blob<Base, Staged>();

template <auto Base>
struct model_in_blob : derived_model<model_in_blob<Base>, Base> {
    static constexpr target default_target{};
    static constexpr sized_array<constant, Base.constants.size()> constants{};
    static constexpr auto constant_places = blob_layout_of<Base, false>.places;
    static constexpr weight_blob blob{0x0123456789abcdefu, blob_layout_of<Base, false>.bytes};
};

template <auto Base>
struct model_staged_from_blob : derived_model<model_staged_from_blob<Base>, Base> {
    static constexpr target default_target{.memories = &staging_memories};
    static constexpr sized_array<constant, Base.constants.size()> constants{};
    static constexpr auto constant_places = blob_layout_of<Base, true>.places;
    static constexpr sized_array<staged_constants, 1> staged{
        {{"", "DTCM", nullptr, blob_layout_of<Base, true>.staged_bytes,
          blob_layout_of<Base, true>.staged_at}}};
    static constexpr weight_blob blob{0xfedcba9876543210u, blob_layout_of<Base, true>.bytes};
};

/// The blob of such a model, with room behind it.
template <auto Base, bool Staged>
struct alignas(16) made_blob {
    static constexpr auto& layout = blob_layout_of<Base, Staged>;
    unsigned char bytes[layout.bytes + 32]{};

    explicit made_blob(const weight_blob& wanted) {
        for (int i = 0; i < Base.constants.size(); ++i) {
            const constant c = Base.constants[i];
            const void* from = c.words ? static_cast<const void*>(c.words) : c.bytes;
            const constant_place place = layout.places[i];
            const bool copied = Staged && place.source == 0;
            __builtin_memcpy(bytes + place.offset + (copied ? layout.staged_at : 0), from,
                             size_t(bytes_of_constant<Base>(i)));
        }
        blob_header h{.magic = blob_magic,
                      .format = blob_format,
                      .bytes = uint32_t(wanted.bytes),
                      .layout = wanted.layout};
        write(h);
        h.checksum =
            execution::checksum_of(bytes + blob_checked_from, layout.bytes - blob_checked_from);
        write(h);
    }
    void write(const blob_header& h) { __builtin_memcpy(bytes, &h, sizeof(h)); }
};

}  // namespace tigris::test
