// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/markup.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;

TEST_CASE("nothing of a name is markup") {
    CHECK(escape_markup("</script><b a=\"1\" c='2'>&") ==
          "&lt;/script&gt;&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
    CHECK(escape_markup("caf\u00e9 \u00d7") == "caf\u00e9 \u00d7");
}

TEST_CASE("controls and marks of direction are shown as bytes") {
    CHECK(escape_markup("a\nb\x01") == "a\\x0ab\\x01");
    CHECK(escape_markup("\u202eabc") == "\\xe2\\x80\\xaeabc");
    CHECK(escape_markup("\xff<") == "\\xff&lt;");
}

TEST_CASE("a cell of Markdown has no columns, links or tags of its own") {
    CHECK(escape_markdown("a|b") == "a\\|b");
    CHECK(escape_markdown("[x](y) <i> `c` a_b") == "\\[x\\]\\(y\\) &lt;i&gt; \\`c\\` a\\_b");
    CHECK(escape_markdown("a\nb") == "a\\\\x0ab");
}

TEST_CASE("a text of dot does not end early") { CHECK(escape_dot("a\"];b\\") == "a\\\"];b\\\\"); }
