"""Nodes and properties of SGF, whatever they mean: nesting, escapes, broken text."""

import pytest

from bgtool.errors import InputError
from bgtool.formats.sgf_tree import MOST_NODES, Lines, escaped, node_text, read_trees, unescaped


def properties(text):
    return [[node.properties for node in tree.nodes] for tree in read_trees(text)]


def test_games_one_after_the_other():
    assert properties("(;A[1];B[2][3])\n prose (;C[])") == [[{"A": ["1"]}, {"B": ["2", "3"]}], [{"C": [""]}]]


def test_only_the_first_variation_is_kept_and_the_rest_is_counted():
    [tree] = read_trees("(;A[1](;B[2](;C[3];C[4])(;D[5]))(;E[6];F[7]))")
    assert [list(node.properties) for node in tree.nodes] == [["A"], ["B"], ["C"], ["C"]]
    assert tree.aside == 3
    assert not tree.cut


def test_names_in_the_old_long_form():
    assert properties("(;GaMe[6] Black [x]\n[y])") == [[{"GM": ["6"], "B": ["x", "y"]}]]


@pytest.mark.parametrize(
    ("value", "text"), [(r"a\]b", "a]b"), (r"\\", "\\"), ("a\\\nb", "ab"), (r"\:", ":"), ("two\nlines", "two\nlines")]
)
def test_escapes(value, text):
    [tree] = read_trees(f"(;C[{value}])")
    assert tree.nodes[0].get("C") == text == unescaped(value)


def test_what_is_escaped_comes_back():
    text = "\\]x[\\\n];()"
    [tree] = read_trees(f"({node_text([('C', [text])])})")
    assert tree.nodes[0].get("C") == text
    assert unescaped(escaped(text)) == text


@pytest.mark.parametrize("text", ["(;A[1];B[2", "(;A[1];B[2\\]", "(;A[1];B[2]", "(;A[1](;B[2])"])
def test_a_file_that_breaks_off(text):
    [tree] = read_trees(text)
    assert tree.cut
    assert tree.nodes[0].get("A") == "1"
    assert all(all(values for values in node.properties.values()) for node in tree.nodes)


def test_garbage_is_pointed_at():
    [tree] = read_trees("(;A[1]\n ?? ;B[2])")
    assert tree.garbage is not None
    assert Lines("(;A[1]\n ?? ;B[2])").place(tree.garbage) == (2, 2)


@pytest.mark.parametrize("text", ["", "no trees", ")))", "(((", "(;)(;)", "[[["])
def test_nothing_there(text):
    assert read_trees(text) == []


def test_deep_nesting_and_long_values_are_no_trouble():
    [tree] = read_trees("(;A[1]" + "(;B[2]" * 50_000)
    assert len(tree.nodes) == 50_001
    assert read_trees("(;A[" + "\\x" * 200_000) == []


def test_absurdly_many_nodes_are_refused():
    with pytest.raises(InputError, match="nodes"):
        read_trees("(" + ";A[]" * (MOST_NODES + 1))
