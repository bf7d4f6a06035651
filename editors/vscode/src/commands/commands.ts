// The commands, by name. A mistake is told in one line; nothing else ever pops up.

import * as vscode from "vscode";
import type { Baselines } from "../baselines";
import type { Kernels } from "../kernels";
import { predictCommand } from "../protocol";
import type { RooflineView } from "../roofline/view";
import { unsupportedLanguage } from "../server/problem";
import type { Server } from "../server/server";
import { change, settings } from "../settings";
import { askModel } from "./ask";
import { buildServer } from "./build";
import { clearBaseline, compareWithHead, pinBaseline } from "./compare";
import { openExample } from "./example";
import { chooseGpus } from "./gpus";
import { setLaunch } from "./launch";
import { importProfile } from "./profile";
import { rankOpenFiles } from "./rank";
import { sweep } from "./sweep";
import { kernelOrThrow } from "./which";

export interface Parts {
  context: vscode.ExtensionContext;
  server: Server;
  kernels: Kernels;
  baselines: Baselines;
  view: RooflineView;
}

async function predict({ kernels, view }: Parts): Promise<void> {
  const { uri } = kernelOrThrow(kernels);
  await vscode.commands.executeCommand(predictCommand, uri.toString());
  await view.reveal();
}

// What a click on a CodeLens does.
async function showKernel({ kernels, view }: Parts, uri: string, kernel: string): Promise<void> {
  kernels.choose(vscode.Uri.parse(uri), kernel);
  await view.reveal();
}

type Run = (...args: never[]) => unknown;

function table(parts: Parts): Record<string, Run> {
  const { context, server, kernels, baselines, view } = parts;
  return {
    predict: () => predict(parts),
    showKernel: (uri: string, kernel: string) => showKernel(parts, uri, kernel),
    showRoofline: () => view.reveal(),
    compareWithHead: () => compareWithHead(kernels, baselines, view),
    pinBaseline: () => pinBaseline(kernels, baselines),
    clearBaseline: () => clearBaseline(kernels, baselines),
    chooseGpus: () => chooseGpus(server),
    setLaunch: () => setLaunch(server, kernels),
    sweep: () => sweep(server, kernels, view),
    rankOpenFiles: () => rankOpenFiles(server),
    importProfile: (file?: vscode.Uri) =>
      importProfile(server, view, context.workspaceState, file),
    askModel: () => askModel(server, kernels),
    toggleHeat: () => change("heat", !settings().heat),
    toggleCodeLens: () => change("codeLens", !settings().codeLens),
    restartServer: () => server.restart(),
    showLog: () => server.log.show(),
    buildServer: () => buildServer(server),
    openExample: () => openExample(context),
  };
}

async function tell(error: unknown, server: Server): Promise<void> {
  const text = error instanceof Error ? error.message : String(error);
  server.log.error(text);
  const language = vscode.window.activeTextEditor?.document.languageId;
  const isElsewhere = /open a CUDA, HIP or OpenCL file/.test(text) && language !== undefined;
  const problem = server.problem ?? (isElsewhere ? unsupportedLanguage(language) : undefined);
  const remedies = problem?.remedies ?? [
    { title: "Show Log", command: "kernelcast.showLog", arguments: [] },
  ];
  const title = await vscode.window.showWarningMessage(
    `Kernelcast: ${problem?.text ?? text}`,
    ...remedies.map((remedy) => remedy.title),
  );
  const remedy = remedies.find((entry) => entry.title === title);
  if (remedy !== undefined) {
    await vscode.commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
  }
}

export function activate(parts: Parts): void {
  for (const [name, run] of Object.entries(table(parts))) {
    const command = vscode.commands.registerCommand(
      `kernelcast.${name}`,
      async (...args: unknown[]) => {
        try {
          await (run as (...given: unknown[]) => unknown)(...args);
        } catch (error) {
          void tell(error, parts.server);
        }
      },
    );
    parts.context.subscriptions.push(command);
  }
}
