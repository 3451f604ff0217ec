// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where the rows of a run are: slots in the arenas, or places in the caller's memory. Other headers
// do not know about rings.

#include <tigris/execution/arguments/binding.hpp>
#include <tigris/execution/arguments/crew.hpp>
#include <tigris/execution/arguments/observer.hpp>
#include <tigris/execution/plans/session.hpp>

namespace tigris::execution {

/// Pointers of one run; offsets from them are constants. In and Out are what the caller bound. Crew
/// is the worker that uses this memory.
template <class Session, class In, class Out, class Observer, class Crew = alone>
struct run_memory {
    using session = Session;
    using observer = Observer;
    using crew_type = Crew;
    static constexpr const auto& plan = plan_of<Session::Model, Session::Target>;

    unsigned char* arenas[planning::count_regions(Session::Target)];
    In in;
    Out out;
    [[no_unique_address]] constant_blocks<Session::Model> blocks{};
    [[no_unique_address]] observed_by<Observer> observed{};
    [[no_unique_address]] Crew crew{};

    auto constants() const requires(has_blocks<Session::Model>) { return blocks.all(); }

    /// Where a buffer begins.
    template <int Buffer>
    [[gnu::always_inline]] unsigned char* base() const {
        constexpr const planning::buffer_plan& where = plan.buffers[Buffer];
        if constexpr (where.home == planning::home::output)
            return address_of(edge_at<where.index>(out)) + where.slice_offset;
        else
            return arenas[where.region] + where.offset + where.slice_offset;
    }
    template <int Buffer>
    [[gnu::always_inline]] const unsigned char* begin() const {
        constexpr const planning::buffer_plan& where = plan.buffers[Buffer];
        if constexpr (where.home == planning::home::input)
            return address_of(edge_at<where.index>(in));
        else
            return base<Buffer>();
    }

    template <class Bound>
    [[gnu::always_inline]] static auto* address_of(const Bound& bound) {
        if constexpr (requires { bound.data; })
            return bytes_at(bound.data);
        else
            return static_cast<unsigned char*>(nullptr);
    }
    static unsigned char* bytes_at(void* p) { return static_cast<unsigned char*>(p); }
    static const unsigned char* bytes_at(const void* p) {
        return static_cast<const unsigned char*>(p);
    }
};

/// The slot of image row y. Bottom-up the ring is mirrored, so that rows always ascend.
template <int Buffer, bool BottomUp, class Memory>
[[gnu::always_inline]] inline int32_t slot_of(int32_t y) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    if constexpr (b.rows == b.height)
        return y;
    else if constexpr (b.newest > 0)
        return b.kept_slot(y);
    else if constexpr (BottomUp)
        return b.rows - 1 - int32_t(uint32_t(b.height - 1 - y) % uint32_t(b.rows));
    else
        return int32_t(uint32_t(y) % uint32_t(b.rows));
}

/// Bytes of image row y, to be written.
template <int Buffer, bool BottomUp, class Memory>
[[gnu::always_inline]] inline unsigned char* row_to_write(const Memory& memory, int32_t y) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    return memory.template base<Buffer>() + slot_of<Buffer, BottomUp, Memory>(y) * b.row_bytes;
}

/// Bytes of image row y, to be read.
template <int Buffer, bool BottomUp, class Memory>
[[gnu::always_inline]] inline const unsigned char* row_to_read(const Memory& memory, int32_t y) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    return memory.template begin<Buffer>() + slot_of<Buffer, BottomUp, Memory>(y) * b.row_bytes;
}

/// The rows of a buffer from image row `first` on. That row may lie above the image.
template <class T, int Buffer, bool BottomUp, class Memory>
[[gnu::always_inline]] inline kernels::row_window<T> window_of(const Memory& memory,
                                                               int32_t first) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    constexpr int32_t pitch = b.row_bytes / int32_t(sizeof(T));
    const T* base =
        static_cast<const T*>(static_cast<const void*>(memory.template begin<Buffer>()));
    if constexpr (b.rows == b.height) {
        return kernels::whole_window(base, first, b.height, pitch);
    } else {
        const int32_t above = first < 0 ? -first : 0;
        const int32_t slot = slot_of<Buffer, BottomUp, Memory>(first + above),
                      behind = b.height - first;
        return {.base = base,
                .offset = (slot - above) * pitch,
                .row_elements = pitch,
                .ring_elements = b.rows * pitch,
                .first = above,
                .last = behind > above ? behind : above,
                .wrap = above + b.rows - slot};
    }
}

/// Where columns of image row y wait if they come in parts to a kept window.
template <int Buffer, class Memory>
[[gnu::always_inline]] inline unsigned char* newest_row(const Memory& memory, int32_t y) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    return memory.template base<Buffer>() + b.newest_place(y);
}

/// The rows of a kept window, from image row `first` on, and from byte `column` of each row on.
template <class T, int Buffer, class Memory>
[[gnu::always_inline]] inline kernels::row_window<T> kept_window_of(const Memory& memory,
                                                                    int32_t first, int32_t column) {
    constexpr const planning::buffer_plan& b = Memory::plan.buffers[Buffer];
    constexpr int32_t size = int32_t(sizeof(T)), pitch = b.newest > 1 ? b.part_bytes : b.row_bytes;
    const int32_t above = first < 0 ? -first : 0, behind = b.height - first;
    return {
        .base = static_cast<const T*>(static_cast<const void*>(memory.template begin<Buffer>())),
        .offset = column / size,
        .row_elements = pitch / size,
        .ring_elements = (column + b.rows * (pitch - b.row_bytes)) / size,
        .first = above,
        .last = behind > above ? behind : above,
        .wrap = b.rows};
}

}  // namespace tigris::execution
