"""Files damaged in every small way: a byte changed, or the end cut off."""

from bgtool.errors import DataError


def damages(data, flips=300, cuts=40):
    """Copies of *data* with one byte turned round, evenly spread and all near both ends, and with the end cut off."""
    spread = {*range(0, len(data), max(1, len(data) // flips)), *range(80), *range(len(data) - 150, len(data))}
    for place in sorted(place for place in spread if 0 <= place < len(data)):
        for turned in (0xFF, 0x01):
            yield data[:place] + bytes([data[place] ^ turned]) + data[place + 1 :]
    for length in range(0, len(data), max(1, len(data) // cuts)):
        yield data[:length]


def refusals(path, read):
    """How many damages of the file at *path* are refused; ``read(path)`` succeeds or raises a clean DataError."""
    said = []
    for data in damages(path.read_bytes()):
        path.write_bytes(data)
        try:
            read(path)
        except DataError as error:
            said.append(str(error))
    assert all(str(path) in text and "\n" not in text for text in said)
    return len(said)
