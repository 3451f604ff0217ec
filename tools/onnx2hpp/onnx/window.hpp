// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The sliding window of a Conv or a pool, with every default and auto_pad resolved.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// One number for each spatial axis. Windows start at -pads_begin and may reach beyond the input by
/// pads_end, or by more where ceil_mode adds a last window.
struct window {
    extents kernel;
    extents strides;
    extents dilations;
    extents pads_begin;
    extents pads_end;
    extents output;
};

/// The window of node `n` over an input with the extents `spatial`. `kernel` is used if the
/// attribute kernel_shape is absent. A window that would start in the padding after the input is
/// left out.
///
/// Throws failure(bad_input) for attributes that contradict each other, and for a window larger
/// than the padded input. Throws failure(unsupported) for an auto_pad that runtimes read in several
/// ways. Source: ONNX, Conv-22 and MaxPool-22.
window window_of(const node& n, const extents& spatial, const extents& kernel = {});

/// The shape that a MaxUnpool of elements of shape `dims` has if none is given: the input of the
/// pool that it undoes.
extents unpooled_extents(const node& n, const extents& dims);

/// What the attributes say of it, but for auto_pad; `output` is all zeros.
window window_attributes(const node& n, std::size_t rank, const extents& kernel);

/// The attribute auto_pad, which is NOTSET where `w` has pads. Throws failure(bad_input) otherwise,
/// and for words that ONNX does not know.
std::string auto_pad_of(const node& n, const window& w);

/// An attribute of `count` numbers of at least `lowest`. Throws failure(bad_input) for others.
extents numbers_of_attribute(const node& n, const char* name, std::size_t count,
                             std::int64_t lowest, const extents& otherwise);

}  // namespace onnx2hpp
