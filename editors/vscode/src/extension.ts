/** The extension: starts the server, and has the commands and the status bar item. */

import { execFile } from "node:child_process";
import * as vscode from "vscode";
import { DidChangeConfigurationNotification, LanguageClient, State as ClientState } from "vscode-languageclient/node";
import * as commands from "./commands";
import { choose, type Interpreter, lacking, probe } from "./interpreter";
import { options } from "./options";
import { shown, type State } from "./status";

const SECTION = "jaxlint";
const SELECTOR = ["file", "untitled", "vscode-notebook-cell"].map((scheme) => ({ scheme, language: "python" }));

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  ready: Promise<void>;
  environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { path: string };
    resolveEnvironment(one: { path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration(SECTION);
const serverOptions = () => options((key) => settings().get(key));

async function pythonExtension(): Promise<PythonExtension | undefined> {
  const found = vscode.extensions.getExtension<PythonExtension>("ms-python.python");
  const api = await found?.activate();
  await api?.ready;
  return api;
}

async function activePython(): Promise<string | undefined> {
  const environments = (await pythonExtension())?.environments;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments?.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}

/** Returns what a command writes, whatever its exit code is. */
function run(one: commands.Command, cwd: string): Promise<{ out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(one.command, one.args, { cwd, maxBuffer: 1 << 26 }, (_, out, err) => resolve({ out, err }));
  });
}

/** The address of a rule's page within the editor. */
const pageOf = (code: string): vscode.Uri => vscode.Uri.from({ scheme: SECTION, path: `${code}.md` });

/** Gives findings whose code has no address the page within the editor. */
function withPages(found: vscode.Diagnostic[]): vscode.Diagnostic[] {
  for (const one of found) {
    if (typeof one.code === "string") {
      one.code = { value: one.code, target: pageOf(one.code) };
    }
  }
  return found;
}

/** The server with all that depends on it, from activation to the end. */
class Session {
  private readonly log = vscode.window.createOutputChannel("jaxlint", { log: true });
  private readonly told = vscode.window.createOutputChannel("jaxlint: explained");
  private readonly item = vscode.window.createStatusBarItem("jaxlint", vscode.StatusBarAlignment.Right, 90);
  private state: State = { kind: "starting" };
  private client: LanguageClient | undefined;
  private python = "";
  private starting: Promise<void> = Promise.resolve();
  private rules: Promise<commands.Rule[]> | undefined;

  constructor(private readonly folder: string) {
    this.item.name = "jaxlint";
    this.item.command = "jaxlint.showLog";
  }

  get disposables(): vscode.Disposable[] {
    return [this.log, this.told, this.item];
  }

  /** Starts the server, or starts it anew; one start waits for the one before. */
  restart(): Promise<void> {
    this.starting = this.starting.then(() => this.start());
    return this.starting;
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.stop().catch((why: unknown) => this.log.warn(String(why)));
  }

  /** Tells the server the settings of the editor. */
  async configure(): Promise<void> {
    const given = { settings: { [SECTION]: serverOptions() } };
    await this.client?.sendNotification(DidChangeConfigurationNotification.type, given);
  }

  /** Shows in the status bar what is known of the file in front. */
  show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== "python") {
      this.item.hide();
      return;
    }
    const found = vscode.languages.getDiagnostics(document.uri).filter((one) => one.source === SECTION);
    const { text, tooltip, isError } = shown(this.state, found.length);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = isError ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.show();
  }

  showLog(): void {
    this.log.show();
  }

  /** Shows what jaxlint takes each value on the line for, and why. */
  async explain(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined || editor.document.uri.scheme !== "file" || !(await editor.document.save())) {
      void vscode.window.showInformationMessage("jaxlint explains lines of Python files that are saved.");
      return;
    }
    if (await this.isReady()) {
      const { fsPath } = editor.document.uri;
      await this.tell(commands.explain(this.python, fsPath, editor.selection.active.line + 1));
    }
  }

  /** Shows the page of the rule that speaks on the line, or of one that is picked. */
  async rule(): Promise<void> {
    const rule = await this.pick();
    if (rule !== undefined) {
      await vscode.commands.executeCommand("markdown.showPreview", pageOf(rule.code));
    }
  }

  /** Returns the page of a rule, given its address within the editor. */
  async page(address: vscode.Uri): Promise<string> {
    const code = address.path.replace(/\.md$/, "");
    const rule = (await this.all()).find((one) => one.code === code);
    return rule === undefined ? `No rule ${code}` : commands.page(rule);
  }

  /** Runs the proof of the rule that speaks on the line, or of one that is picked. */
  async prove(): Promise<void> {
    const rule = await this.pick();
    if (rule !== undefined) {
      const { command, args } = commands.prove(this.python, rule.code);
      const execution = new vscode.ProcessExecution(command, args, { cwd: this.folder });
      const scope = vscode.TaskScope.Workspace;
      const task = new vscode.Task({ type: SECTION }, scope, `prove ${rule.name}`, SECTION, execution);
      await vscode.tasks.executeTask(task);
    }
  }

  /** Returns whether the server runs, and says why if it does not. */
  private async isReady(): Promise<boolean> {
    await this.starting;
    if (this.state.kind === "failed") {
      this.fail(this.state.why);
    }
    return this.state.kind === "running";
  }

  private all(): Promise<commands.Rule[]> {
    this.rules ??= run(commands.rules(this.python), this.folder).then(({ out }) => JSON.parse(out) as commands.Rule[]);
    return this.rules;
  }

  private async start(): Promise<void> {
    await this.stop();
    this.rules = undefined;
    this.become({ kind: "starting" });
    try {
      const setting = settings().get("interpreter", "");
      await this.startWith(await choose(setting, activePython, vscode.workspace.isTrusted));
    } catch (why) {
      this.fail(String(why));
    }
  }

  private async startWith(interpreter: Interpreter): Promise<void> {
    const { path, source } = interpreter;
    this.python = path;
    this.log.info(`Python is ${path}, from ${source}`);
    const found = await probe(path, this.folder).catch((why: unknown) => {
      throw new Error(`${path} (${source}) does not run: ${String(why)}`);
    });
    const why = lacking(found, interpreter);
    if (why === undefined) {
      await this.connect({ kind: "running", version: found.jaxlint ?? "", python: path });
    } else {
      this.fail(why);
    }
  }

  /** Starts a server, and shows what becomes of it as long as it is the one that is used. */
  private async connect(running: State): Promise<void> {
    const client = new LanguageClient(SECTION, "jaxlint", commands.server(this.python), {
      documentSelector: SELECTOR,
      initializationOptions: serverOptions(),
      outputChannel: this.log,
      middleware: { handleDiagnostics: (uri, found, next) => next(uri, withPages(found)) },
    });
    const states: Record<ClientState, State> = {
      [ClientState.Starting]: { kind: "starting" },
      [ClientState.Running]: running,
      [ClientState.StartFailed]: { kind: "failed", why: "the server does not start; the log says why" },
      [ClientState.Stopped]: { kind: "failed", why: "the server has ended; the log says why" },
    };
    client.onDidChangeState(({ newState }) => {
      if (client === this.client) {
        this.become(states[newState]);
      }
    });
    this.client = client;
    await client.start();
  }

  private become(state: State): void {
    this.state = state;
    this.show();
  }

  private fail(why: string): void {
    this.log.error(why);
    this.become({ kind: "failed", why });
    void vscode.window.showErrorMessage(`jaxlint: ${why}`, "Settings", "Log").then((answer) => {
      if (answer === "Log") {
        this.showLog();
      } else if (answer === "Settings") {
        void vscode.commands.executeCommand("workbench.action.openSettings", "jaxlint.interpreter");
      }
    });
  }

  private async tell(one: commands.Command): Promise<void> {
    const { out, err } = await run(one, this.folder);
    this.told.clear();
    this.told.append(out + err);
    this.told.show(true);
  }

  private async pick(): Promise<commands.Rule | undefined> {
    if (!(await this.isReady())) {
      return undefined;
    }
    const all = await this.all();
    const editor = vscode.window.activeTextEditor;
    const told = editor === undefined ? [] : vscode.languages.getDiagnostics(editor.document.uri);
    const code = commands.codeOn(editor?.selection.active.line ?? -1, told);
    const spoken = all.find((rule) => rule.code === code);
    if (spoken !== undefined) {
      return spoken;
    }
    const items = all.map((rule) => ({ label: rule.name, description: rule.code, detail: rule.outcome, rule }));
    return (await vscode.window.showQuickPick(items, { matchOnDescription: true, matchOnDetail: true }))?.rule;
  }
}

let session: Session | undefined;

/** Starts jaxlint; VS Code calls it when the first Python file is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const made = new Session(context.extensionPath);
  session = made;
  const does: Record<string, () => unknown> = {
    "jaxlint.explain": () => made.explain(),
    "jaxlint.rule": () => made.rule(),
    "jaxlint.prove": () => made.prove(),
    "jaxlint.fixAll": () =>
      vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.jaxlint", apply: "first" }),
    "jaxlint.restart": () => made.restart(),
    "jaxlint.showLog": () => made.showLog(),
  };
  const registered = Object.entries(does).map(([name, run]) => vscode.commands.registerCommand(name, run));
  const pages = { provideTextDocumentContent: (address: vscode.Uri) => made.page(address) };
  registered.push(vscode.workspace.registerTextDocumentContentProvider(SECTION, pages));
  context.subscriptions.push(...made.disposables, ...registered, ...watched(made));
  await made.restart();
  const changed = (await pythonExtension())?.environments.onDidChangeActiveEnvironmentPath(() => made.restart());
  context.subscriptions.push(...(changed === undefined ? [] : [changed]));
}

/** Ends the server. */
export async function deactivate(): Promise<void> {
  await session?.stop();
}

function watched(made: Session): vscode.Disposable[] {
  return [
    vscode.window.onDidChangeActiveTextEditor(() => made.show()),
    vscode.languages.onDidChangeDiagnostics(() => made.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => made.restart()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(`${SECTION}.interpreter`)) {
        void made.restart();
      } else if (change.affectsConfiguration(SECTION)) {
        void made.configure();
      }
    }),
  ];
}
