// Lets a language model predict the kernel, for comparison: `kcast ask-model`.

import * as vscode from "vscode";
import type { Kernels } from "../kernels";
import type { Server } from "../server/server";
import { settings } from "../settings";
import { modelDocument, runModel } from "./model-answer";
import { kernelOrThrow } from "./which";

async function needModel(): Promise<void> {
  const button = "Name a Model";
  const chosen = await vscode.window.showInformationMessage(
    "No language model is named yet. `kcast models` lists those that can be fetched.",
    button,
  );
  if (chosen === button) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "kernelcast.model");
  }
}

export async function askModel(server: Server, kernels: Kernels): Promise<void> {
  const { uri, kernel, status } = kernelOrThrow(kernels);
  const { model } = settings();
  if (model === "") return needModel();
  const binary = server.path;
  if (binary === undefined) throw new Error("there is no server to ask");
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.isDirty || document.isUntitled) {
    throw new Error("the model reads the file on the disk: save it first");
  }
  const gpu = status.gpus[0] ?? "h200";
  const question = { model, kernel: kernel.name, gpu, file: uri.fsPath };
  const { out, error } = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Kernelcast: ${model} reads ${kernel.name}`,
      cancellable: true,
    },
    (_, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return runModel(binary, question, stop.signal);
    },
  );
  if (error !== undefined) throw new Error(error);
  const content = modelDocument(kernel.summary, model, out);
  const answer = await vscode.workspace.openTextDocument({ content, language: "plaintext" });
  await vscode.window.showTextDocument(answer, { viewColumn: vscode.ViewColumn.Beside });
}
