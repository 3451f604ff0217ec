// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/bundle.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <helpers/contains.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using onnx2hpp::test::contains;

namespace {

const std::string tiny =
    "<html><title>TiGrIS report</title>\n<!-- REPORT DATA -->\n<script>run()</script></html>";

}  // namespace

TEST_CASE("a bundle gets a title and data") {
    CHECK(filled_bundle(tiny, "a & </title>", "<script>1</script>") ==
          "<html><title>a &amp; &lt;/title&gt;</title>\n<script>1</script>\n"
          "<script>run()</script></html>");
}

TEST_CASE("a bundle with no place for data, or with two, is refused") {
    CHECK_THROWS_AS(filled_bundle("<title>TiGrIS report</title>", "t", "d"), failure);
    CHECK_THROWS_AS(filled_bundle("<!-- REPORT DATA -->", "t", "d"), failure);
    CHECK_THROWS_AS(filled_bundle(tiny + tiny, "t", "d"), failure);
}
