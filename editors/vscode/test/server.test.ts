/** The real server, started and asked as the extension does. `JAXLINT_PYTHON` names a Python that has it. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import {
  CodeActionRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShowMessageNotification,
  ShutdownRequest,
  type CodeAction,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from "vscode-languageserver-protocol/node";
import { codeOn, explain, rules, server, type Rule } from "../src/commands";
import { lacking, probe } from "../src/interpreter";
import { options } from "../src/options";

const PYTHON = process.env["JAXLINT_PYTHON"] ?? "python3";
const HAZARD = "import jax\n\n\n@jax.jit\ndef f(x):\n    x[0] = 1.0\n    if x.sum() > 0:\n        return x\n    return -x\n";
const folder = mkdtempSync(join(tmpdir(), "jaxlint-"));
const file = join(folder, "train.py");
const uri = pathToFileURL(file).href;
const said: string[] = [];
const heard: PublishDiagnosticsParams[] = [];
let wake = (): void => undefined;
let connection: ProtocolConnection;

/** Returns the first diagnostics from now on that are as wanted. */
async function told(wanted: (found: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
  for (;;) {
    const one = heard.find((params) => params.uri === uri && wanted(params.diagnostics));
    if (one !== undefined) {
      return one.diagnostics;
    }
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

before(async () => {
  writeFileSync(file, HAZARD);
  const { command, args } = server(PYTHON);
  const child = spawn(command, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  connection = createProtocolConnection(child.stdout, child.stdin);
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    heard.push(params);
    wake();
  });
  connection.onNotification(ShowMessageNotification.type, ({ message }) => void said.push(message));
  connection.listen();
  const set: Record<string, unknown> = { ignore: ["JAX301"], debounce: 0, inlayHints: false };
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: {},
    initializationOptions: options(<T>(key: string) => set[key] as T),
  });
  await connection.sendNotification(InitializedNotification.type, {});
  const textDocument = { uri, languageId: "python", version: 1, text: HAZARD };
  await connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
});

after(async () => {
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  connection.dispose();
});

test("the Python has what the server needs", async () => {
  const found = await probe(PYTHON, folder);
  assert.equal(lacking(found, { path: PYTHON, source: "the path" }), undefined);
});

test("a Python that is not there is an error", async () => {
  await assert.rejects(probe(join(folder, "python"), folder));
});

test("the settings of the editor count from the start", async () => {
  const found = await told((all) => all.length > 0);
  assert.deepEqual(found.map((one) => one.code), ["JAX101"]);
  assert.equal(codeOn(6, found), "JAX101");
});

test("and when they change, without a complaint", async () => {
  const settings = { jaxlint: options(() => undefined) };
  await connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
  const found = await told((all) => all.length === 2);
  assert.deepEqual(found.map((one) => one.code).sort(), ["JAX101", "JAX301"]);
  assert.deepEqual(said, []);
});

test("what `fix all` asks for gives the edits", async () => {
  const found = await told((all) => all.length === 2);
  const actions = (await connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: found[0]!.range,
    context: { diagnostics: [], only: ["source.fixAll.jaxlint"] },
  })) as CodeAction[];
  assert.equal(actions.length, 1);
  assert.match(actions[0]!.edit?.changes?.[uri]?.[0]?.newText ?? "", /x = x\.at\[0\]\.set\(1\.0\)/);
});

test("hover says what a value is", async () => {
  const position = { line: 6, character: 7 };
  const hover = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
  assert.match(JSON.stringify(hover), /traced/);
});

test("the commands of the extension are commands of jaxlint", () => {
  const asked = (one: { command: string; args: string[] }): string =>
    execFileSync(one.command, one.args, { cwd: folder, encoding: "utf8" });
  const all = JSON.parse(asked(rules(PYTHON))) as Rule[];
  const branch = all.find((rule) => rule.code === "JAX101");
  assert.equal(branch?.name, "traced-branch");
  assert.match(branch?.page ?? "", /## Use instead/);
  assert.match(asked(explain(PYTHON, file, 7)), /traced/);
});
