import { type Extension, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  gutter,
  GutterMarker,
  ViewPlugin,
} from "@codemirror/view";
import { getShownReview, type ShownReview } from "./reviewField.js";
import { findFirstEndingAt, type DocumentRange } from "./shownHunks.js";

/** The state of a line in the gutter. */
type LineState = "open" | "protected" | "removal" | "kept";

class StateMarker extends GutterMarker {
  override readonly elementClass: string;

  constructor(state: LineState) {
    super();
    this.elementClass = `cm-acp-mark cm-acp-mark-${state}`;
  }
}

const MARKERS: Readonly<Record<LineState, StateMarker>> = {
  open: new StateMarker("open"),
  protected: new StateMarker("protected"),
  removal: new StateMarker("removal"),
  kept: new StateMarker("kept"),
};

const ADDED_LINE = Decoration.line({ class: "cm-acp-addedLine" });

/** Highlights the visible lines of hunks. */
const addedLines = ViewPlugin.define(
  (view) => {
    let decorations = listAddedLines(view);
    return {
      get decorations(): DecorationSet {
        return decorations;
      },
      update({ view: updated, state, startState, docChanged, viewportChanged }) {
        const isSame = getShownReview(state) === getShownReview(startState);
        if (!isSame || docChanged || viewportChanged) decorations = listAddedLines(updated);
      },
    };
  },
  { decorations: (plugin) => plugin.decorations },
);

function listAddedLines({ state, visibleRanges }: EditorView): DecorationSet {
  const { hunks } = getShownReview(state);
  const builder = new RangeSetBuilder<Decoration>();
  let shownTo = -1;
  for (const { from, to } of visibleRanges) {
    const first = findFirstEndingAt(hunks, from);
    for (let index = first; (hunks[index]?.from ?? to + 1) <= to; index++) {
      const shown = hunks[index];
      if (shown === undefined || shown.isRemoval) continue;
      const start = Math.max(shown.from, from, shownTo + 1);
      for (let at = start; at <= Math.min(shown.to, to); ) {
        const line = state.doc.lineAt(at);
        if (line.from > shownTo) builder.add(line.from, line.from, ADDED_LINE);
        shownTo = line.from;
        at = line.to + 1;
      }
    }
  }
  return builder.finish();
}

function markerAt(shown: ShownReview, line: DocumentRange): StateMarker | null {
  const hunk = findTouching(shown.hunks, line);
  if (hunk !== undefined) {
    const isProtected = findTouching(hunk.protectedLines, line) !== undefined;
    if (isProtected || (hunk.isRemoval && hunk.hunk.protected)) return MARKERS.protected;
    return hunk.isRemoval ? MARKERS.removal : MARKERS.open;
  }
  return findTouching(shown.kept, line) === undefined ? null : MARKERS.kept;
}

function findTouching<Range extends DocumentRange>(
  ranges: readonly Range[],
  { from, to }: DocumentRange,
): Range | undefined {
  const found = ranges[findFirstEndingAt(ranges, from)];
  return found !== undefined && found.from <= to ? found : undefined;
}

/** Highlights the lines of hunks, and marks them in the gutter, with those that were kept. */
export const hunkLines: Extension = [
  addedLines,
  gutter({
    class: "cm-acp-gutter",
    lineMarker: ({ state }, line) =>
      markerAt(getShownReview(state), { from: line.from, to: line.to }),
    lineMarkerChange: ({ state, startState }) =>
      getShownReview(state) !== getShownReview(startState),
  }),
];
