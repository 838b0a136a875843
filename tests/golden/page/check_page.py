#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Drives the golden report in a real headless Chromium, through chromedriver's HTTP interface.

usage: check_page.py REPORT.html [FOLDER_FOR_SCREENSHOTS]

Needs Debian's chromium and chromium-driver and nothing else. Exit status 77 when they are missing.
"""
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.parse
import urllib.request

class Browser:
    """One session of chromedriver."""

    def __init__(self, log):
        port = 20000 + os.getpid() % 20000
        self.process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=log, stderr=log)
        self.base = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900",
                     "--force-device-scale-factor=1"]
        session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.base += "/session/" + session["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()) from error

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, text):
        actions = []
        for character in text:
            actions += [{"type": "keyDown", "value": character}, {"type": "keyUp", "value": character}]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "k", "actions": actions}]})

    def pointer(self, *steps):
        actions = []
        for step in steps:
            if step[0] == "move":
                actions.append({"type": "pointerMove", "duration": 0, "x": step[1], "y": step[2]})
            else:
                actions.append({"type": "pointerDown" if step[0] == "down" else "pointerUp",
                                "button": 0})
        self.call("POST", "/actions", {"actions": [
            {"type": "pointer", "id": "p", "parameters": {"pointerType": "mouse"},
             "actions": actions}]})

    def devtools(self, command, **parameters):
        if command.startswith("CSS."):
            self.call("POST", "/goog/cdp/execute", {"cmd": "DOM.enable", "params": {}})
            self.call("POST", "/goog/cdp/execute", {"cmd": "CSS.enable", "params": {}})
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def errors(self):
        return [entry for entry in self.call("POST", "/se/log", {"type": "browser"})
                if entry["level"] in ("SEVERE", "WARNING") and
                # This program reads the canvases, the page does not.
                "willReadFrequently" not in entry["message"]]

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            self.call("DELETE", "")
        finally:
            self.process.terminate()
            self.process.wait()


failures = []


def check(condition, what):
    print(("ok    " if condition else "FAILED ") + what)
    if not condition:
        failures.append(what)


def text(browser, identifier):
    return browser.run("return document.getElementById(arguments[0]).textContent", identifier)


def wait_for(browser, script, *arguments):
    for _ in range(100):
        if browser.run(script, *arguments):
            return True
        time.sleep(0.05)
    return False


def pixels(browser, pane):
    """A sum of all bytes of a pane's canvas, to see that it changed."""
    return browser.run("""
        const c = document.querySelector(`canvas[data-pane="${arguments[0]}"]`);
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let h = 0;
        for (let i = 0; i < d.length; i++) h = (h * 31 + d[i]) | 0;
        return h;""", pane)


def loaded(browser, name):
    # The title changes at once, the pictures a little later: the panes are made when they are there.
    return wait_for(browser, """
        const pane = document.querySelector('#stage [aria-label]');
        return document.getElementById('title').textContent === arguments[0] && pane &&
            pane.getAttribute('aria-label').endsWith(arguments[0]);""", name)


def shot(browser, folder, name):
    if folder is not None:
        browser.screenshot(folder / (name + ".png"))


def entry_text(browser, url, name):
    browser.open(url + "#" + urllib.parse.quote(name))
    loaded(browser, name)
    return text(browser, "text")


def without_scripts(browser, url, folder):
    """The page as it prints, or where scripting is off: the triptychs one below the other."""
    browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(url)
    root = browser.devtools("DOM.getDocument")["root"]["nodeId"]
    nodes = browser.devtools("DOM.querySelectorAll", nodeId=root, selector="article img")["nodeIds"]
    heights = [browser.devtools("DOM.getBoxModel", nodeId=node)["model"]["height"] for node in nodes]
    check(len(heights) >= 3 and min(heights) > 20, "without scripting the triptychs show")
    app = browser.devtools("DOM.querySelector", nodeId=root, selector="#app")["nodeId"]
    style = browser.devtools("CSS.getComputedStyleForNode", nodeId=app)["computedStyle"]
    check({"name": "display", "value": "none"} in style, "and no controls that do nothing")
    shot(browser, folder, "6-no-scripts")
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    browser.open("about:blank")
    browser.open(url)
    check(loaded(browser, text(browser, "title")), "the page works again with scripting")
    pages = browser.call("POST", "/print", {"background": True})
    check(base64.b64decode(pages).startswith(b"%PDF"), "the page prints")


def stretched(browser):
    """Whether a canvas or picture is shown wider or higher than it is."""
    return browser.run("""
        return [...document.querySelectorAll('#stage canvas')].some((c) => Math.abs(
            c.width / c.clientWidth - c.height / c.clientHeight) > 0.02) ||
          [...document.querySelectorAll('article img')].filter((i) => i.naturalWidth && i.clientWidth).some((i) =>
            Math.abs(i.clientWidth / i.naturalWidth - i.clientHeight / i.naturalHeight) > 0.02);""")


def extent(browser, pane):
    """Width by height of what is drawn in a pane on its plain background."""
    return browser.run("""
        const c = document.querySelector(`canvas[data-pane="${arguments[0]}"]`);
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        let [x0, y0, x1, y1] = [c.width, c.height, -1, -1];
        for (let y = 0; y < c.height; y++) for (let x = 0; x < c.width; x++) {
          const i = (y * c.width + x) * 4;
          if (d[i] === d[0] && d[i + 1] === d[1] && d[i + 2] === d[2]) continue;
          x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y);
        }
        return (x1 - x0 + 1) / (y1 - y0 + 1);""", pane)


def states(browser, page, folder):
    """What is shown where there is no picture, and that every kind keeps its aspect."""
    url = page.resolve().as_uri()
    browser.open("about:blank")
    browser.open(url + "#other/absent")
    check(loaded(browser, "other/absent"), "a missing golden is shown")
    check("no golden yet" in text(browser, "stage") and browser.run(
        "return document.querySelectorAll('#stage canvas').length") == 1, "what was drawn, and that there is no golden")
    shot(browser, folder, "7-missing")
    browser.open(url + "#other/words")
    check(loaded(browser, "other/words"), "a text is shown")
    check(browser.run("return [...document.querySelectorAll('#stage pre')].map((p) => p.textContent).join('')") ==
          "one line\n<b>another</b> line\n", "both texts, side by side")
    shot(browser, folder, "8-text")
    browser.open(url + "#other/good")
    check(loaded(browser, "other/good") and "Equal to its golden" in text(browser, "stage"), "what passed is said to be equal")
    names = browser.run("return JSON.parse(document.getElementById('data').textContent).entries"
                        ".filter((e) => e.pictures.expected && e.pictures.actual && e.pictures.diff)"
                        ".map((e) => e.suite + '/' + e.name)")
    for name in names[:6]:
        browser.open(url + "#" + urllib.parse.quote(name))
        loaded(browser, name)
        for key in "12345":
            browser.keys(key)
            check(not stretched(browser), f"{name} keeps its aspect, view {key}")
        browser.keys("1")
    name = next(n for n in names if n.endswith("capsule_horizontal"))
    browser.open(url + "#" + name)
    loaded(browser, name)
    check(abs(extent(browser, "expected") - 320 / 200) < 0.02, "a picture of 320x200 is drawn as 320x200")
    check(text(browser, "place").startswith("child.c:") and "r3d_golden_check(golden" in text(browser, "source"),
          "the line of the source is shown: " + text(browser, "place") + " " + text(browser, "source"))
    browser.run("document.querySelector(`#list li[data-id=\"${arguments[0]}\"] input`).click()", name)
    command = browser.run("return document.getElementById('command').value")
    check(command == f"retro3d golden accept {name} --out {page.resolve().parent}/out", "the accept command has its folder: " + command)
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    browser.open("about:blank")
    browser.open(url)
    check(loaded(browser, text(browser, "title")) and text(browser, "back") == "dark", "panels are dark in dark mode")
    corner = browser.run("const c = document.querySelector('#stage canvas');"
                         "return [...c.getContext('2d').getImageData(1, 1, 1, 1).data]")
    check(max(corner[:3]) < 64, f"also their ground {corner}")
    shot(browser, folder, "9-dark")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.open((page.parent / "beside.html").resolve().as_uri())
    time.sleep(0.5)
    check(browser.run("return [...document.querySelectorAll('article img')].every((i) => i.naturalWidth === 0 ||"
                      " i.closest('article').id === document.getElementById('title').textContent)"),
          "pictures that are not shown are not loaded")
    for name, words in [("empty", "Nothing was checked"), ("passed", "All 1 goldens passed")]:
        browser.open((page.parent / (name + ".html")).resolve().as_uri())
        check(words in browser.run("return document.body.innerText"), f"the {name} page says: {words}")
        check(browser.run("return document.querySelector('#tools').offsetParent === null"), "and has no controls that do nothing")
        shot(browser, folder, "10-" + name)


def run(browser, page, folder):
    url = page.resolve().as_uri()
    browser.open(url)
    entries = browser.run("return JSON.parse(document.getElementById('data').textContent).entries"
                          ".map((e) => ({id: e.suite + '/' + e.name, status: e.status, passed: e.passed,"
                          " diff: Boolean(e.diff), count: e.diff ? e.diff.clusters.length : 0,"
                          " mismatches: e.diff ? e.diff.mismatches : 0}))")
    names = [entry["id"] for entry in entries]
    check(len(names) >= 3, "the page has entries")
    check(loaded(browser, names[0]), "the first entry is shown")
    check(browser.run("return document.querySelectorAll('#list li').length") == len(names),
          "the list has every entry")
    shot(browser, folder, "1-side")

    target = next(entry for entry in entries if entry["count"] >= 2 and entry["mismatches"] < 100)
    browser.open(url + "#" + urllib.parse.quote(target["id"]))
    check(loaded(browser, target["id"]), "a deep link opens its entry")

    browser.keys("2")
    wide = browser.run("return document.querySelector('canvas[data-pane=slider]') !== null")
    check(wide, "2 shows the slider")
    before = pixels(browser, "slider")
    box = browser.run("const r = document.querySelector('canvas').getBoundingClientRect();"
                      "return [r.left, r.top, r.width, r.height]")
    middle = [int(box[0] + box[2] / 2), int(box[1] + box[3] / 2)]
    browser.pointer(("move", *middle), ("down",), ("move", middle[0] - 200, middle[1]), ("up",))
    check(pixels(browser, "slider") != before, "the slider moves with the mouse")
    check(abs(int(browser.run("return document.getElementById('slider').value")) -
              100 * (box[2] / 2 - 200) / box[2]) <= 2, "the slider follows the pointer")
    shot(browser, folder, "2-slider")

    browser.keys("3")
    before = pixels(browser, "onion")
    browser.run("const o = document.getElementById('opacity'); o.value = 100;"
                "o.dispatchEvent(new Event('input'))")
    check(pixels(browser, "onion") != before, "onion skin changes with the opacity")

    browser.keys("4")
    first = pixels(browser, "flicker")
    check(wait_for(browser, "return true") and any(
        (time.sleep(0.06) or pixels(browser, "flicker") != first) for _ in range(20)),
        "flicker changes by itself")
    browser.keys(" ")
    stopped = pixels(browser, "flicker")
    time.sleep(0.4)
    check(pixels(browser, "flicker") == stopped, "space stops the flicker")
    browser.keys(" ")
    check(pixels(browser, "flicker") != stopped, "space flips the picture")

    browser.keys("5")
    rings = pixels(browser, "diff")
    browser.keys("c")
    check(pixels(browser, "diff") != rings, "c removes the rings")
    shot(browser, folder, "5-diff-without-rings")
    browser.keys("c")
    check(pixels(browser, "diff") == rings, "c brings them back")
    browser.keys("b")
    check(text(browser, "back") == "dark" and pixels(browser, "diff") != rings,
          "b changes the background")
    browser.keys("bb")

    browser.keys("1")
    zoom = text(browser, "zoom")
    browser.keys("+")
    check(text(browser, "zoom") != zoom, "+ zooms in")
    browser.keys("0")
    check(text(browser, "zoom") == zoom, "0 fits again")
    browser.keys("n")
    check(browser.run("return document.querySelectorAll('#clusters tr.now').length") == 1,
          "n goes to the first cluster")
    first_row = browser.run("return document.querySelector('#clusters tr.now').rowIndex")
    browser.keys("n")
    second_row = browser.run("return document.querySelector('#clusters tr.now').rowIndex")
    check(first_row == 1 and second_row == 2, "n goes on to the second one")
    browser.keys("p")
    check(browser.run("return document.querySelector('#clusters tr.now').rowIndex") == 1, "p goes back")
    box = browser.run("const r = document.querySelector('canvas[data-pane=actual]')"
                      ".getBoundingClientRect(); return [r.left, r.top, r.width, r.height]")
    browser.pointer(("move", int(box[0] + box[2] / 2), int(box[1] + box[3] / 2)))
    inspected = text(browser, "pixel")
    bbox = browser.run(
        "return JSON.parse(document.getElementById('data').textContent).entries.find("
        "(e) => e.suite + '/' + e.name === arguments[0]).diff.clusters[0].bbox", target["id"])
    # Zooming centres the middle of the box; the pointer is there but for rounding.
    near = [f"({(bbox[0] + bbox[2] + 1) // 2 + dx},{(bbox[1] + bbox[3] + 1) // 2 + dy})"
            for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    check(any(inspected.startswith(place) for place in near) and "delta" in inspected,
          "the inspector shows the pixel under the pointer: " + inspected)
    shot(browser, folder, "3-cluster")

    browser.keys("j")
    following = names[min(names.index(target["id"]) + 1, len(names) - 1)]
    check(loaded(browser, following), "j goes to the next entry")
    browser.keys("k")
    check(loaded(browser, target["id"]), "k goes back")
    browser.keys("f")
    failed = [entry for entry in entries if not entry["passed"]]
    check(browser.run("return document.querySelectorAll('#list li').length") == len(failed),
          "f leaves the failed ones")
    browser.keys("f")

    browser.run("const f = document.getElementById('find'); f.value = arguments[0];"
                "f.dispatchEvent(new Event('input'))", target["id"])
    check(browser.run("return document.querySelectorAll('#list li').length") ==
          sum(target["id"] in name for name in names), "the text filter works")
    browser.run("const f = document.getElementById('find'); f.value = '';"
                "f.dispatchEvent(new Event('input'))")
    browser.run("const s = document.getElementById('sort'); s.value = 'most';"
                "s.dispatchEvent(new Event('change'))")
    order = browser.run("return [...document.querySelectorAll('#list li')].map((l) => l.dataset.id)")
    most = max(entries, key=lambda entry: entry["mismatches"])
    check(order[0] == most["id"], "sorting by mismatches works")
    browser.keys("x")
    check(text(browser, "command") == "" and target["id"] in
          browser.run("return document.getElementById('command').value"),
          "a ticked entry is in the accept command")
    browser.keys("?")
    check(browser.run("return document.getElementById('help').open"), "? opens the help")
    shot(browser, folder, "4-help")
    browser.keys("?")
    check(not browser.run("return document.getElementById('help').open"), "? closes it")
    check(browser.run("return [...document.querySelectorAll('button, input, select')].every("
                      "(n) => n.textContent.trim() || n.getAttribute('aria-label') || n.labels.length)"),
          "every control has a label")
    check(browser.run("return document.querySelectorAll('img[src^=\"http\"], link[href^=\"http\"], "
                      "script[src]').length") == 0, "nothing comes from elsewhere")
    check(browser.run("return window.hostile === undefined"), "no name became code")

    settings = text(browser, "text")
    check("  metric: exact" in settings and "  max-pixels: 0" in settings,
          "the effective settings are listed")
    check("  max-rings: 2  (call)" in entry_text(browser, url, "scenes/noise") and
          "  ignore: 0,0,3,4  (call)" in text(browser, "text"), "and where they come from")
    browser.open("about:blank")
    browser.open(url + "#%")
    check(loaded(browser, names[0]), "a broken address shows the first entry")
    without_scripts(browser, url, folder)
    states(browser, page, folder)
    errors = browser.errors()
    check(not errors, "no error in the console " + json.dumps(errors))


def main():
    if shutil.which("chromedriver") is None or shutil.which("chromium") is None:
        print("skipped: chromium and chromium-driver are not installed")
        return 77
    page = pathlib.Path(sys.argv[1])
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(subprocess.DEVNULL)
    try:
        run(browser, page, folder)
    finally:
        browser.close()
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
