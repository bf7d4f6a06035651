// What can be wrong with the server, in words, with what mends it.

export interface Remedy {
  title: string;
  command: string;
  arguments?: unknown[];
}

export interface Problem {
  short: string; // in the status bar
  text: string; // one or two sentences
  remedies: Remedy[];
}

const choosePath: Remedy = {
  title: "Set Server Path",
  command: "workbench.action.openSettings",
  arguments: ["kernelcast.serverPath"],
};
const restart: Remedy = { title: "Restart Server", command: "kernelcast.restartServer" };
const showLog: Remedy = { title: "Show Log", command: "kernelcast.showLog" };
const build: Remedy = { title: "Build It", command: "kernelcast.buildServer" };
const update: Remedy = {
  title: "Check for Updates",
  command: "workbench.extensions.action.checkForUpdates",
};

export function noServer(): Problem {
  return {
    short: "no server",
    text: "Kernelcast found no kcast: none inside the extension, none in PATH.",
    remedies: [choosePath, restart],
  };
}

export function unbuilt(checkout: string): Problem {
  return {
    short: "server not built",
    text: `The Kernelcast checkout ${checkout} is not built yet; building it takes some minutes.`,
    remedies: [build, choosePath],
  };
}

export function wrongSetting(path: string): Problem {
  return {
    short: "no server",
    text: `The setting kernelcast.serverPath names ${path}, which is no program.`,
    remedies: [choosePath],
  };
}

export function notKcast(path: string, detail: string): Problem {
  return {
    short: "wrong server",
    text: `${path} does not answer as kcast does: ${detail}`,
    remedies: [choosePath, showLog],
  };
}

export function wrongVersion(path: string, version: string, fromCheckout: boolean): Problem {
  return {
    short: "wrong version",
    text: `${path} is kcast ${version}, which does not speak to this version of the extension.`,
    remedies: [fromCheckout ? build : update, choosePath],
  };
}

export function crashed(times: number): Problem {
  return {
    short: "server stopped",
    text: `The server ended ${times} times in a row and was not started again.`,
    remedies: [restart, showLog],
  };
}

export function failedToStart(reason: string): Problem {
  return {
    short: "server did not start",
    text: `The server did not start: ${reason}`,
    remedies: [restart, showLog, choosePath],
  };
}

export function unsupportedLanguage(language: string): Problem {
  return {
    short: "no kernels here",
    text: `Files of the language "${language}" are not predicted. Kernelcast reads CUDA, HIP and OpenCL; other files with kernels are named in kernelcast.files.`,
    remedies: [
      {
        title: "Name Files with Kernels",
        command: "workbench.action.openSettings",
        arguments: ["kernelcast.files"],
      },
      { title: "Open an Example", command: "kernelcast.openExample" },
    ],
  };
}
