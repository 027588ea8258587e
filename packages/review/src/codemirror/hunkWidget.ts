import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Extension } from "@codemirror/state";
import { decideHunk, dismissQuestion, showReasonOf, unqueueHunk } from "./commands.js";
import { createButton, createElement, createIcon } from "./elements.js";
import { reviewField, type ShownReview } from "./reviewField.js";
import { type ReviewSetup, reviewSetup } from "./reviewSetup.js";
import type { ShownHunk } from "./shownHunks.js";
import { listAuthors, type ReviewEditorTexts } from "./texts.js";

/** More removed lines are shown on request. */
const MAX_REMOVED_LINES = 100;
/** The heights before the browser has measured them, in px. */
const LINE_HEIGHT = 20;
const HEADER_HEIGHT = 28;

/** The state of a hunk that decides what its header shows. */
interface HunkHeader {
  readonly number: number;
  readonly count: number;
  readonly isActive: boolean;
  readonly isQueued: boolean;
  readonly isAsked: boolean;
  readonly noBase: boolean;
  readonly hasReason: boolean;
}

/** The header of a hunk with its buttons, and the lines that it removes. */
class HunkWidget extends WidgetType {
  constructor(
    readonly shown: ShownHunk,
    readonly header: HunkHeader,
    readonly texts: ReviewEditorTexts,
  ) {
    super();
  }

  override eq({ shown, header, texts }: HunkWidget): boolean {
    const { number, count, isActive, isQueued, isAsked, noBase, hasReason } = this.header;
    return (
      // The id follows from the lines.
      shown.hunk.hunkId === this.shown.hunk.hunkId &&
      shown.hunk.origins.length === this.shown.hunk.origins.length &&
      listAuthors(shown.hunk).join() === listAuthors(this.shown.hunk).join() &&
      header.number === number &&
      header.count === count &&
      header.isActive === isActive &&
      header.isQueued === isQueued &&
      header.isAsked === isAsked &&
      header.noBase === noBase &&
      header.hasReason === hasReason &&
      texts === this.texts
    );
  }

  override get estimatedHeight(): number {
    return HEADER_HEIGHT + LINE_HEIGHT * Math.min(this.shown.removed.length, MAX_REMOVED_LINES);
  }

  override toDOM(view: EditorView): HTMLElement {
    const { shown, header, texts } = this;
    const element = createElement("div", "cm-acp-hunk", [this.#createHeader(view)]);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", texts.position(header.number, header.count));
    if (header.isActive) element.dataset.active = "";
    if (shown.removed.length > 0) element.append(this.#createRemoved(view));
    return element;
  }

  #createHeader(view: EditorView): HTMLElement {
    const { shown, header, texts } = this;
    const { hunk } = shown;
    const authors = listAuthors(hunk).map((author) => {
      const element = createElement("span", "cm-acp-author", [texts.by[author]]);
      element.dataset.author = author;
      return element;
    });
    const tags = hunk.cosmetic === undefined ? [] : [cosmeticTextOf(hunk.cosmetic, texts)];
    return createElement("div", "cm-acp-header", [
      ...authors,
      ...tags.map((tag) => createElement("span", "cm-acp-tag", [tag])),
      ...(header.hasReason ? [this.#createReasonButton(view)] : []),
      createElement("span", "cm-acp-count", [texts.position(header.number, header.count)]),
      createElement("span", "cm-acp-decision", this.#listButtons(view)),
    ]);
  }

  #createReasonButton(view: EditorView): HTMLElement {
    const { shown, header, texts } = this;
    return createButton({
      ...{ decision: "why", text: texts.why, label: texts.whyLabel(header.number) },
      run: () => showReasonOf(view, shown.hunk.hunkId),
    });
  }

  #listButtons(view: EditorView): readonly (HTMLElement | string)[] {
    const { shown, header, texts } = this;
    const { hunkId } = shown.hunk;
    const button = (
      decision: "keep" | "reject" | "leave" | "unqueue",
      text: string,
      label?: string,
    ): HTMLElement =>
      createButton({
        ...{ decision, text, ...(label !== undefined && { label }) },
        icon: decision === "reject" ? "cross" : "check",
        run() {
          // The button disappears with the decision, and the focus would with it.
          view.focus();
          if (decision === "leave") dismissQuestion(view);
          else if (decision === "unqueue") unqueueHunk(view, hunkId);
          else decideHunk(view, hunkId, decision);
        },
      });
    if (header.isAsked)
      return [
        createElement("span", "cm-acp-question", [texts.confirmChange]),
        button("reject", texts.rejectToo),
        button("leave", texts.leave),
      ];
    if (header.isQueued)
      return [
        createElement("span", "cm-acp-waits", [createIcon("clock"), texts.waits]),
        button("reject", texts.rejectNow),
        button("unqueue", texts.doNotReject),
      ];
    const keep = button("keep", texts.keep, texts.keepChange(header.number));
    if (header.noBase) return [keep];
    return [keep, button("reject", texts.reject, texts.rejectChange(header.number))];
  }

  #createRemoved(view: EditorView): HTMLElement {
    const { removed } = this.shown;
    const lines = createElement("div", "cm-acp-removed");
    const show = (from: number, to: number): void =>
      lines.append(
        ...removed
          .slice(from, to)
          .map((line) => createElement("div", "cm-acp-removedLine", [line])),
      );
    show(0, MAX_REMOVED_LINES);
    const rest = removed.length - MAX_REMOVED_LINES;
    if (rest <= 0) return lines;
    const more = createButton({
      decision: "more",
      text: this.texts.moreLines(rest),
      run() {
        view.focus();
        more.remove();
        show(MAX_REMOVED_LINES, removed.length);
        view.requestMeasure();
      },
    });
    lines.append(more);
    return lines;
  }
}

function cosmeticTextOf(
  cosmetic: NonNullable<ShownHunk["hunk"]["cosmetic"]>,
  { lineBreaksOnly, whiteSpaceOnly }: ReviewEditorTexts,
): string {
  return cosmetic === "line-breaks" ? lineBreaksOnly : whiteSpaceOnly;
}

function createWidgets(shown: ShownReview, { texts, onShowReason }: ReviewSetup): DecorationSet {
  const { hunks, queued, question, activeId, file } = shown;
  const widgets = hunks.map((each, index) => {
    const { hunkId } = each.hunk;
    const header: HunkHeader = {
      number: index + 1,
      count: hunks.length,
      isActive: hunkId === activeId,
      isQueued: queued.has(hunkId),
      isAsked: question?.type === "hunk" && question.hunkId === hunkId,
      noBase: file?.noBase === true,
      hasReason: onShowReason !== undefined,
    };
    const side = each.isAfterEnd ? 1 : -1;
    const widget = new HunkWidget(each, header, texts);
    return Decoration.widget({ widget, side, block: true }).range(each.from);
  });
  return Decoration.set(widgets, true);
}

/** Shows the header and the removed lines of each hunk. */
export const hunkWidgets: Extension = EditorView.decorations.compute(
  [reviewField, reviewSetup],
  (state) => {
    const setup = state.facet(reviewSetup);
    return setup === undefined ? Decoration.none : createWidgets(state.field(reviewField), setup);
  },
);
