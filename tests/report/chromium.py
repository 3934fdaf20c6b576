"""A headless Chromium driven over its debugging pipe, with nothing but the standard library."""

import base64
import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_KEYS = {"ArrowRight": 39, "ArrowLeft": 37}


class Chromium:
    """A browser with one page; ``said`` collects all that its console, network and exceptions say."""

    def __init__(self, width=1280, height=900, phone=False):
        self.said = []
        self.requests = []
        self._number = 0
        self._buffer = b""
        self._profile = tempfile.mkdtemp(prefix="bgtool-chromium-")
        (theirs_in, mine_out), (mine_in, theirs_out) = os.pipe(), os.pipe()
        high_in, high_out = (fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out))

        def place():
            os.dup2(high_in, 3)
            os.dup2(high_out, 4)

        command = [PROGRAM, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu"]
        command += ["--no-first-run", "--disable-background-networking", f"--user-data-dir={self._profile}"]
        self._process = subprocess.Popen(
            [*command, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=place,
            pass_fds=(3, 4, high_in, high_out),
        )
        for end in (theirs_in, theirs_out, high_in, high_out):
            os.close(end)
        self._out, self._in = mine_out, mine_in
        target = next(one for one in self._targets() if one["type"] == "page")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height, phone)

    def _targets(self):
        self._session = None
        for _ in range(100):
            targets = self.call("Target.getTargets")["targetInfos"]
            if any(one["type"] == "page" for one in targets):
                return targets
            time.sleep(0.1)
        raise AssertionError("no page")

    def call(self, method, timeout=60, **parameters):
        """The answer to a command of the debugging protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            answer = self._next(end - time.monotonic())
            if answer is None:
                continue
            if answer.get("id") == message["id"]:
                assert "error" not in answer, answer
                return answer["result"]
            self._note(answer)
        raise AssertionError(f"no answer to {method}")

    def _next(self, timeout):
        while b"\0" not in self._buffer:
            if not select.select([self._in], [], [], max(0, timeout))[0]:
                return None
            self._buffer += os.read(self._in, 1 << 16)
        line, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(line)

    def _note(self, event):
        method, parameters = event.get("method"), event.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.said.append(parameters)
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])

    def resize(self, width, height, phone=False):
        self.call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": height, "deviceScaleFactor": 2 if phone else 1, "mobile": phone},
        )

    def prefer(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def scripts(self, on):
        self.call("Emulation.setScriptExecutionDisabled", value=not on)

    def open(self, address):
        self.call("Page.navigate", url=address)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if self.ask("document.readyState") == "complete":
                return
            time.sleep(0.05)
        raise AssertionError(f"{address} was not loaded")

    def ask(self, expression):
        """The value of an expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def press(self, key):
        code = _KEYS.get(key)
        fields = {"key": key} | ({"windowsVirtualKeyCode": code} if code else {"text": key})
        self.call("Input.dispatchKeyEvent", type="keyDown", **fields)
        self.call("Input.dispatchKeyEvent", type="keyUp", **fields)
        self.ask("1")

    def click(self, selector):
        """A real click in the middle of an element that is in sight."""
        middle = "const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2];"
        found = f"const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
        place = self.ask(f"(() => {{ {found} {middle} }})()")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {"button": "left", "clickCount": 1} if kind != "mouseMoved" else {}
            self.call("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1], **button)
        self.ask("1")

    def picture(self, file, whole=False):
        """A screenshot as PNG."""
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def pdf(self):
        """The printed page."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"])

    def close(self):
        with contextlib.suppress(AssertionError, OSError):
            self._session = None
            self.call("Browser.close", timeout=5)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self._profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
