/** The extension as it is built, in a stand-in for the editor: what it registers, starts and shows. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import Module from "node:module";
import { join } from "node:path";
import { test } from "node:test";

const ROOT = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const registered: string[] = [];
const errors: string[] = [];
const item = { text: "", hidden: true, show: () => (item.hidden = false), hide: () => (item.hidden = true) };
const nothing = (): { dispose(): void } => ({ dispose: () => undefined });

/** Returns an object whose other names are all classes that do nothing. */
function standIn(known: object): object {
  return new Proxy(known, { get: (target, name) => Reflect.get(target, name) ?? class {} });
}

const vscode = standIn({
  commands: { registerCommand: (name: string) => (registered.push(name), nothing()), executeCommand: nothing },
  extensions: { getExtension: () => undefined },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ThemeColor: class {},
  languages: { getDiagnostics: () => [], onDidChangeDiagnostics: nothing },
  window: {
    activeTextEditor: { document: { languageId: "python", uri: {} } },
    createOutputChannel: () => ({ info: nothing, error: nothing, warn: nothing, dispose: nothing, show: nothing }),
    createStatusBarItem: () => item,
    onDidChangeActiveTextEditor: nothing,
    showErrorMessage: async (text: string) => void errors.push(text),
  },
  workspace: {
    isTrusted: true,
    getConfiguration: () => ({ get: (key: string) => (key === "interpreter" ? join(ROOT, "no-python") : undefined) }),
    onDidChangeConfiguration: nothing,
    onDidGrantWorkspaceTrust: nothing,
    registerTextDocumentContentProvider: nothing,
  },
});

test("the built extension registers each command of its manifest, and says what is wrong", async () => {
  const internal = Module as unknown as { _load(name: string, ...rest: unknown[]): unknown };
  const load = internal._load;
  internal._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const extension = require(join(ROOT, "dist", "extension.js"));
  await extension.activate({ extensionPath: ROOT, subscriptions: [] });
  const wanted = manifest.contributes.commands.map((one: { command: string }) => one.command);
  assert.deepEqual(registered.sort(), wanted.sort());
  assert.equal(errors.length, 1);
  assert.match(errors[0]!, /no-python \(the setting jaxlint\.interpreter\) does not run/);
  assert.deepEqual([item.text, item.hidden], ["$(error) jaxlint", false]);
  await extension.deactivate();
});
