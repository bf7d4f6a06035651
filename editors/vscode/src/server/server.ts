// The life of `kcast lsp`: found, checked, started, started again when it ends, and its problems.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type LanguageClientOptions,
  type RequestType,
} from "vscode-languageclient/node";
import { selector } from "../languages";
import { PROTOCOL } from "../protocol";
import { onChange, SECTION, settings } from "../settings";
import { Crashes } from "./crashes";
import { findServer, type Disk, type Found } from "./find";
import type { FreshLenses } from "./fresh-lenses";
import { KernelDocuments } from "./kernel-documents";
import * as problems from "./problem";
import type { Problem } from "./problem";
import { askVersion } from "./version";

const START_MS = 15_000;

// idle: nobody has needed it yet.
export type ServerState = "idle" | "starting" | "running" | "problem";

const disk: Disk = {
  exists: existsSync,
  isExecutable(file) {
    try {
      accessSync(file, constants.X_OK);
      return statSync(file).isFile();
    } catch {
      return false;
    }
  },
};

// What goes wrong is told by the status bar and the view; messages go to the log alone.
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }
}

export class Server implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel("Kernelcast", { log: true });
  client: LanguageClient | undefined;
  problem: Problem | undefined;
  state: ServerState = "idle";
  path: string | undefined; // of the binary

  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly crashes = new Crashes();
  private readonly documents = new KernelDocuments();
  private beforeHello: Problem | undefined; // what it means when the server ends now
  private readonly subscriptions: vscode.Disposable[] = [this.log, this.changed];
  private turn: Promise<void> = Promise.resolve(); // starts and stops happen one after another

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly lenses: FreshLenses,
    private readonly onStart: (client: LanguageClient) => void,
  ) {
    this.subscriptions.push(
      onChange(["serverPath", "files"], () => this.restartIfNeeded()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.restartIfNeeded()),
    );
  }

  start(): void {
    if (this.state !== "idle") return;
    this.become("starting");
    void this.queue(() => this.startNow());
  }

  restart(): Promise<void> {
    this.crashes.forget();
    this.become("starting");
    return this.queue(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  private restartIfNeeded(): void {
    if (this.state !== "idle") void this.restart();
  }

  async request<P, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: vscode.CancellationToken,
  ): Promise<R> {
    await this.started();
    if (this.client === undefined || this.state !== "running") {
      throw new Error(this.problem?.text ?? "the server is still starting");
    }
    return this.client.sendRequest(type, params, token);
  }

  // Starts the server if need be, and waits while it starts, but not for ever.
  started(): Promise<void> {
    this.start();
    if (this.state !== "starting") return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        listener.dispose();
        resolve();
      };
      const timer = setTimeout(end, START_MS);
      const listener = this.onDidChange(() => {
        if (this.state !== "starting") end();
      });
    });
  }

  async dispose(): Promise<void> {
    await this.queue(() => this.stopNow());
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private queue(step: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(step, step);
    return this.turn;
  }

  private become(state: ServerState, problem?: Problem): void {
    this.state = state;
    this.problem = problem;
    if (problem !== undefined) this.log.warn(problem.text);
    this.changed.fire();
  }

  private find(): Found {
    const trusted = vscode.workspace.isTrusted;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const places = {
      setting: settings().serverPath,
      extension: this.context.extensionPath,
      search: (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder !== ""),
      workspaces: trusted
        ? folders.filter((folder) => folder.uri.scheme === "file").map((folder) => folder.uri.fsPath)
        : [],
    };
    return findServer(places, disk, homedir());
  }

  private async startNow(): Promise<void> {
    this.become("starting");
    const found = this.find();
    if (found.kind === "none") return this.become("problem", problems.noServer());
    if (found.kind === "unbuilt") return this.become("problem", problems.unbuilt(found.checkout));
    if (found.kind === "wrongSetting") {
      return this.become("problem", problems.wrongSetting(found.path));
    }
    const answer = await askVersion(found.path);
    if ("error" in answer) {
      return this.become("problem", problems.notKcast(found.path, answer.error));
    }
    this.log.info(`kcast ${answer.version}: ${found.path} (from ${found.from})`);
    this.path = found.path;
    await this.connect(found.path, answer.version, found.from === "checkout");
  }

  private async connect(file: string, version: string, fromCheckout: boolean): Promise<void> {
    // A server that ends before it has said hello does so again.
    this.beforeHello = problems.wrongVersion(file, version, fromCheckout);
    const client = this.makeClient(file);
    this.client = client;
    this.documents.attach(client);
    try {
      this.onStart(client);
      await client.start();
    } catch (error) {
      if (this.client !== client) return;
      this.client = undefined;
      this.log.error(String(error));
      return this.become("problem", this.beforeHello);
    }
    const said = client.initializeResult?.capabilities.experimental as
      | { kcast?: { protocol?: number } }
      | undefined;
    if (said?.kcast?.protocol !== PROTOCOL) {
      const problem = this.beforeHello;
      await this.stopNow();
      return this.become("problem", problem);
    }
    this.run(client);
    // Also after it ended and was started again.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running && this.client === client) this.run(client);
    });
  }

  private run(client: LanguageClient): void {
    this.beforeHello = undefined;
    this.lenses.attach(client);
    this.become("running");
  }

  private makeClient(file: string): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: selector(),
      initializationOptions: {
        trusted: vscode.workspace.isTrusted,
        reportCommand: "kernelcast.showKernel",
      },
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      synchronize: {
        configurationSection: SECTION,
        fileEvents: vscode.workspace.createFileSystemWatcher(
          "**/{.kernelcast.json,compile_commands.json}",
        ),
      },
      middleware: { ...this.documents.middleware, ...this.lenses.middleware },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.onClosed(),
      },
      initializationFailedHandler: () => false,
    };
    const run = { command: file, args: ["lsp"] };
    return new QuietClient(SECTION, "Kernelcast", { run, debug: run }, options);
  }

  private onClosed(): { action: CloseAction; handled: boolean } {
    if (this.beforeHello !== undefined) {
      this.become("problem", this.beforeHello);
      return { action: CloseAction.DoNotRestart, handled: true };
    }
    const again = this.crashes.again(Date.now());
    this.log.warn(`the server ended${again ? " and is started again" : ""}`);
    if (again) {
      this.become("starting");
      return { action: CloseAction.Restart, handled: true };
    }
    this.client = undefined;
    this.become("problem", problems.crashed(this.crashes.count));
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client === undefined) return;
    try {
      await client.stop(2000);
      await client.dispose();
    } catch (error) {
      this.log.debug(`while stopping: ${String(error)}`); // it had ended before
    }
  }
}
