"""Reading SMILE, the binary form of JSON that Jackson writes: only what a document of objects, texts and numbers needs.

Written after the public format description (version 1). Containers are kept on a list, not on the stack of calls, and
their number is limited, so that no document can exhaust either.
"""

from __future__ import annotations

import struct
from typing import Any

from bgtool.errors import InputError

HEADER = b":)\n"

_MOST_VALUES = 2_000_000
_MOST_NAMES = 1024
_MOST_SHARED = 1024
_END_OF_TEXT = 0xFC
_PLAIN: dict[int, Any] = {0x20: "", 0x21: None, 0x22: False, 0x23: True}


def parse(data: bytes) -> Any:
    """The value of a document: dictionaries, lists, texts, numbers, booleans and None.

    Raises :class:`InputError` for damaged data; what a document that breaks off has so far is given as ``partial`` of
    a :class:`Broken`.
    """
    if not data.startswith(HEADER) or len(data) < 5:
        raise InputError("no SMILE header")
    return _Reader(data, data[3]).document()


class Broken(InputError):
    """A document that breaks off or is damaged; ``partial`` holds what was read before."""

    def __init__(self, message: str, partial: Any) -> None:
        """Keep what there is."""
        super().__init__(message)
        self.partial = partial


class _Reader:
    def __init__(self, data: bytes, flags: int) -> None:
        self._data = data
        self._at = 4
        self._share_texts = bool(flags & 2)
        self._names: list[str] = []
        self._texts: list[str] = []

    def document(self) -> Any:
        root: list[Any] = []
        stack: list[Any] = [root]
        values = 0
        try:
            while not (len(stack) == 1 and root):
                values += 1
                if values > _MOST_VALUES:
                    raise InputError("far too many values for a match")
                top, name = stack[-1], None
                if isinstance(top, dict):
                    name = self._name()
                    if name is None:
                        stack.pop()
                        continue
                value, opened, closed = self._value()
                if closed:
                    if not isinstance(top, list) or top is root:
                        raise InputError("an array ends that has not begun")
                    stack.pop()
                    continue
                if isinstance(top, dict):
                    top[name] = value
                else:
                    top.append(value)
                if opened:
                    stack.append(value)
        except (IndexError, struct.error, OverflowError):
            raise Broken("the data breaks off", root[0] if root else None) from None
        except InputError as error:
            raise Broken(str(error), root[0] if root else None) from None
        return root[0]

    def _byte(self) -> int:
        byte = self._data[self._at]
        self._at += 1
        return byte

    def _bytes(self, count: int) -> bytes:
        part = self._data[self._at : self._at + count]
        if len(part) < count:
            raise IndexError
        self._at += count
        return part

    def _name(self) -> str | None:
        """The name of the next field; None at the end of the object."""
        byte = self._byte()
        if byte == 0xFB:
            return None
        if byte == 0x20:
            return ""
        if 0x30 <= byte <= 0x33:
            return self._names[(byte & 3) << 8 | self._byte()]
        if 0x40 <= byte <= 0x7F:
            return self._names[byte - 0x40]
        if byte == 0x34:
            return self._long_text()
        if 0x80 <= byte <= 0xBF:
            name = self._bytes(byte - 0x80 + 1).decode("ascii", errors="replace")
        elif 0xC0 <= byte <= 0xF7:
            name = self._bytes(byte - 0xC0 + 2).decode("utf-8", errors="replace")
        else:
            raise InputError(f"byte {byte:02x} is no name")
        if len(self._names) == _MOST_NAMES:
            self._names.clear()
        self._names.append(name)
        return name

    def _value(self) -> tuple[Any, bool, bool]:
        """The next value, whether it opens a container, and whether it was the end of an array instead."""
        byte = self._byte()
        if byte == 0xFA:
            return {}, True, False
        if byte == 0xF8:
            return [], True, False
        if byte == 0xF9:
            return None, False, True
        return self._simple(byte), False, False

    def _simple(self, byte: int) -> Any:
        if byte in _PLAIN:
            return _PLAIN[byte]
        if 0xC0 <= byte <= 0xDF:
            return _unzigzag(byte & 0x1F)
        if 0x01 <= byte <= 0x1F:
            return self._texts[byte - 1]
        if 0xEC <= byte <= 0xEF:
            return self._texts[(byte & 3) << 8 | self._byte()]
        if byte in (0x24, 0x25):
            return _unzigzag(self._variable())
        if byte == 0x28:
            return struct.unpack(">f", self._seven_bits(5, 4))[0]
        if byte == 0x29:
            return struct.unpack(">d", self._seven_bits(10, 8))[0]
        return self._text(byte)

    def _text(self, byte: int) -> str:
        if byte in (0xE0, 0xE4):
            return self._long_text()
        if 0x40 <= byte <= 0x7F:
            text = self._bytes(byte - 0x40 + 1).decode("ascii", errors="replace")
        elif 0x80 <= byte <= 0xBF:
            text = self._bytes(byte - 0x80 + 2).decode("utf-8", errors="replace")
        else:
            raise InputError(f"byte {byte:02x} is no value that a match needs")
        if self._share_texts:
            if len(self._texts) == _MOST_SHARED:
                self._texts.clear()
            self._texts.append(text)
        return text

    def _long_text(self) -> str:
        end = self._data.find(_END_OF_TEXT, self._at)
        if end < 0:
            raise IndexError
        text = self._data[self._at : end].decode("utf-8", errors="replace")
        self._at = end + 1
        return text

    def _variable(self) -> int:
        """A number of variable length: 7 bits a byte, the last byte marked and holding 6."""
        value = 0
        for _ in range(10):
            byte = self._byte()
            if byte & 0x80:
                return value << 6 | byte & 0x3F
            value = value << 7 | byte
        raise InputError("a number without an end")

    def _seven_bits(self, count: int, size: int) -> bytes:
        value = 0
        for byte in self._bytes(count):
            value = value << 7 | byte & 0x7F
        return (value & (1 << 8 * size) - 1).to_bytes(size, "big")


def _unzigzag(value: int) -> int:
    return value >> 1 ^ -(value & 1)
