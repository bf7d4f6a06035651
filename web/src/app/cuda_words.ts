// The words of CUDA, HIP and OpenCL, which a C++ grammar does not know.
import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from "@codemirror/view";

const QUALIFIERS =
  "__(?:global|device|host|shared|constant|managed|grid_constant|restrict|launch_bounds|forceinline|noinline|kernel|local|private)(?:__)?|reqd_work_group_size";
const BUILT_IN =
  "threadIdx|blockIdx|blockDim|gridDim|warpSize|get_(?:global|local|group|num)_\\w+|__sync\\w+|__shfl\\w*|__ballot\\w*|atomic\\w+|barrier|dim3|(?:float|double|int|uint|char|short|half)[2348]";

const qualifier = Decoration.mark({ class: "tok-qualifier" });
const builtIn = Decoration.mark({ class: "tok-builtin" });
const launch = Decoration.mark({ class: "tok-launch" });

const words = new MatchDecorator({
  regexp: new RegExp(`\\b(?:(${QUALIFIERS})|(${BUILT_IN}))\\b|<<<|>>>`, "g"),
  decoration: (match, view, at) => {
    if (/Comment|String/.test(syntaxTree(view.state).resolveInner(at, 1).name)) return null;
    return match[1] ? qualifier : match[2] ? builtIn : launch;
  },
});

export function cudaWords(): Extension {
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = words.createDeco(view);
      }
      update(update: ViewUpdate) {
        this.decorations = words.updateDeco(update, this.decorations);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
