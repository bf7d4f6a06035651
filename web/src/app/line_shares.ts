// In the margin of the editor: each line's share of what decides the time; and the line that is
// pointed at on the other side.
import {
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
  type Extension,
  type Text,
} from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter, type DecorationSet } from "@codemirror/view";

const LEAST_SHARE = 0.005;

class ShareMarker extends GutterMarker {
  constructor(readonly share: number) {
    super();
  }
  override eq(other: ShareMarker): boolean {
    return Math.round(other.share * 100) === Math.round(this.share * 100);
  }
  override toDOM(): Node {
    const percent = Math.round(this.share * 100);
    const out = document.createElement("span");
    out.className = "share";
    out.title = `${percent} % of what decides the time`;
    const bar = document.createElement("i");
    bar.style.width = `${Math.max(percent, 2)}%`;
    out.append(bar, document.createTextNode(percent < 1 ? "<1" : String(percent)));
    return out;
  }
}

class Spacer extends GutterMarker {
  override toDOM(): Node {
    const out = document.createElement("span");
    out.className = "share";
    out.textContent = "100";
    return out;
  }
}

export const setShares = StateEffect.define<ReadonlyMap<number, number>>(); // by line
export const setLitLine = StateEffect.define<number | null>();
export const setStaleShares = StateEffect.define<boolean>();

function markersOf(shares: ReadonlyMap<number, number>, doc: Text): RangeSet<ShareMarker> {
  const builder = new RangeSetBuilder<ShareMarker>();
  for (const line of [...shares.keys()].sort((a, b) => a - b)) {
    const share = shares.get(line)!;
    if (line < 1 || line > doc.lines || share < LEAST_SHARE) continue;
    const at = doc.line(line).from;
    builder.add(at, at, new ShareMarker(share));
  }
  return builder.finish();
}

// Markers move with the text until new ones come.
const shareField = StateField.define<RangeSet<ShareMarker>>({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    let out = markers.map(transaction.changes);
    for (const effect of transaction.effects)
      if (effect.is(setShares)) out = markersOf(effect.value, transaction.state.doc);
    return out;
  },
});

const staleField = StateField.define<boolean>({
  create: () => false,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setStaleShares)) return effect.value;
    return value;
  },
  provide: (field) =>
    EditorView.editorAttributes.from(
      field,
      (isStale): Record<string, string> => (isStale ? { class: "stale-shares" } : {}),
    ),
});

const litLine = Decoration.line({ class: "lit-line" });
const litField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let out = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setLitLine)) continue;
      const { doc } = transaction.state;
      const line = effect.value;
      out =
        line !== null && line >= 1 && line <= doc.lines
          ? Decoration.set([litLine.range(doc.line(line).from)])
          : Decoration.none;
    }
    return out;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function lineShares(): Extension {
  return [
    shareField,
    staleField,
    litField,
    gutter({
      class: "cm-shares",
      markers: (view) => view.state.field(shareField),
      initialSpacer: () => new Spacer(),
    }),
  ];
}
