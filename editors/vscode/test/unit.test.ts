import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOn, explain, page, prove, server } from "../src/commands";
import { choose, lacking, type Found } from "../src/interpreter";
import { options } from "../src/options";
import { shown } from "../src/status";

const has: Found = { python: [3, 11], jaxlint: "0.1.0", pygls: "2.0" };
const interpreter = { path: "/p", source: "the path" } as const;
const none = async (): Promise<undefined> => undefined;
const active = async (): Promise<string> => "/venv/bin/python";

test("the setting counts before the Python extension, and that before the path", async () => {
  assert.equal((await choose("/own/python", active, true)).path, "/own/python");
  assert.equal((await choose("", active, true)).path, "/venv/bin/python");
  assert.equal((await choose("", none, true, "linux")).path, "python3");
  assert.equal((await choose("", none, true, "win32")).path, "python");
});

test("in a folder that is not trusted the Python extension is not asked", async () => {
  const asked = async (): Promise<string> => assert.fail("asked");
  assert.equal((await choose("", asked, false, "linux")).path, "python3");
});

test("what a Python lacks is said, with where it was named", () => {
  assert.equal(lacking(has, interpreter), undefined);
  assert.equal(lacking({ ...has, python: [3, 14] }, interpreter), undefined);
  assert.match(lacking({ ...has, python: [3, 10] }, interpreter) ?? "", /\/p \(the path\) is Python 3\.10/);
  assert.match(lacking({ ...has, jaxlint: null }, interpreter) ?? "", /does not have jaxlint/);
  assert.match(lacking({ ...has, pygls: null }, interpreter) ?? "", /without its server/);
});

test("options are the settings that say something", () => {
  const set: Record<string, unknown> = { select: ["JAX4"], ignore: [], debounce: 0, inlayHints: false, interpreter: "x" };
  assert.deepEqual(options(<T>(key: string) => set[key] as T), { select: ["JAX4"], debounce: 0, inlayHints: false });
  assert.deepEqual(options(() => undefined), {});
});

test("Python gets no modules from the folder that is linted", () => {
  for (const one of [server("py"), prove("py", "JAX101"), explain("py", "/a b.py", 3)]) {
    assert.deepEqual([one.command, one.args[0]], ["py", "-P"]);
  }
  assert.equal(explain("py", "/a b.py", 3).args.at(-1), "/a b.py:3");
});

test("the code on a line is jaxlint's", () => {
  const at = (line: number) => ({ start: { line }, end: { line } });
  const told = [
    { source: "ruff", code: "E501", range: at(3) },
    { source: "jaxlint", code: { value: "JAX101" }, range: at(3) },
    { source: "jaxlint", code: "JAX204", range: { start: { line: 5 }, end: { line: 7 } } },
  ];
  assert.deepEqual([2, 3, 6, 8].map((line) => codeOn(line, told)), [undefined, "JAX101", "JAX204", undefined]);
});

test("a page has its rule and outcome before its text", () => {
  const rule = { code: "JAX101", name: "traced-branch", outcome: "raises", page: "A branch." };
  assert.equal(page(rule), "# JAX101 traced-branch\n\n**raises**\n\nA branch.\n");
});

test("the status bar says what is going on", () => {
  const running = { kind: "running", version: "0.1.0", python: "/p" } as const;
  assert.deepEqual([shown(running, 0).text, shown(running, 2).text], ["$(check) jaxlint", "$(warning) 2 jaxlint"]);
  assert.match(shown(running, 0).tooltip, /0\.1\.0.*\/p/);
  assert.deepEqual([shown({ kind: "starting" }, 0).isError, shown({ kind: "failed", why: "no" }, 0).isError], [false, true]);
});
