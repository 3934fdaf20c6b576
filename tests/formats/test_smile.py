"""SMILE: the examples of its public description, limits, and data that breaks off."""

import struct

import pytest

from bgtool.errors import InputError
from bgtool.formats.smile import Broken, parse


def smile(body, flags=1):
    return b":)\n" + bytes([flags]) + body


def double(value):
    (bits,) = struct.unpack(">Q", struct.pack(">d", value))
    return b"\x29" + bytes(bits >> shift & 0x7F for shift in range(63, -1, -7))


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b"\x20", ""),
        (b"\x21", None),
        (b"\x22", False),
        (b"\x23", True),
        (b"\xc0", 0),
        (b"\xc1", -1),
        (b"\xdf", -16),
        (b"\x24\x02\x80", 64),
        (b"\x24\x81", -1),
        (b"\x25\x02\x80", 64),
        (b"\x28" + bytes((0x3FC00000 >> shift) & 0x7F for shift in (28, 21, 14, 7, 0)), 1.5),
        (double(-0.25), -0.25),
        (b"\x42abc", "abc"),
        (b"\x60" + b"a" * 33, "a" * 33),
        (b"\x80\xc3\xa9", "é"),
        (b"\xe0long\xfc", "long"),
        (b"\xe4\xc3\xa9\xfc", "é"),
        (b"\xf8\xc2\xc4\xf9", [1, 2]),
        (b"\xfa\x80a\xc2\xfb", {"a": 1}),
        (b"\xf8\xfa\x80a\xf8\xf9\xfb\xfa\x40\x21\xfb\xf9", [{"a": []}, {"a": None}]),
        (b"\xfa\x34long\xfc\xc2\xc0\xc3\xa9\xc4\xfb", {"long": 1, "é": 2}),
    ],
)
def test_values(body, value):
    assert parse(smile(body)) == value


def test_texts_are_shared_where_the_header_says_so():
    assert parse(smile(b"\xf8\x42abc\x01\xf9", flags=3)) == ["abc", "abc"]


@pytest.mark.parametrize("body", [b"\xf8\xc2", b"\xfa\x80a", b"\xf8\xfa\x80a\xc2\xfb\xff", b"\xf8\xc2\xe0endless"])
def test_what_breaks_off_gives_what_was_there(body):
    with pytest.raises(Broken) as error:
        parse(smile(body))
    assert error.value.partial in ([1], {}, [{"a": 1}])


@pytest.mark.parametrize(
    "body", [b"", b"\xf9", b"\x00", b"\xfe", b"\xfa\xff", b"\xfa\x41", b"\x05", b"\x24" + b"\x01" * 20]
)
def test_damage(body):
    with pytest.raises(InputError):
        parse(smile(body))


def test_no_header():
    with pytest.raises(InputError, match="header"):
        parse(b"{}")


def test_deep_nesting_is_no_trouble_and_endless_data_is_refused():
    with pytest.raises(Broken):
        parse(smile(b"\xf8" * 200_000))
    with pytest.raises(Broken, match="too many"):
        parse(smile(b"\xf8" + b"\xc0" * 2_100_000))
