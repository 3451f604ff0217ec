// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/qdq.hpp>

namespace onnx2hpp {

shared_tensor evaluate_quantize(const constant_node& n) {
    const tensor_data& x = n.input(0);
    const tigris::dtype type = n.output().type;
    if (x.type != tigris::dtype::f32 || !is_quantizable(type)) return {};
    const affine quant = parameters_of(n.source(), n.at);
    const std::vector<float> numbers = elements_of<float>(x);
    std::vector<std::int64_t> codes;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t channel = channel_of(quant, x.dims, i);
        const tigris::quantization q{quant.scale[channel], quant.zero_point[channel]};
        codes.push_back(tigris::ops::quantize(numbers[i], q, type));
    }
    return make_tensor(type, x.dims, codes);
}

}  // namespace onnx2hpp
