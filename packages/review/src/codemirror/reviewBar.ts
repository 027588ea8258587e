import type { Extension } from "@codemirror/state";
import { type Command, type EditorView, type Panel, showPanel } from "@codemirror/view";
import type { ReviewedFile } from "../engine/reviewState.js";
import {
  dismissQuestion,
  keepFile,
  nextHunk,
  previousHunk,
  rejectFile,
  undoDecision,
} from "./commands.js";
import { createButton, createElement } from "./elements.js";
import { getShownReview, reviewField, type ShownReview } from "./reviewField.js";
import { reviewSetup } from "./reviewSetup.js";
import type { ReviewEditorTexts } from "./texts.js";

type Run = (command: Command) => () => void;

/** Returns what the bar shows. */
function listItems(
  { file, hunks, undoId, question, notice }: ShownReview,
  texts: ReviewEditorTexts,
  run: Run,
): readonly HTMLElement[] {
  const asked = question?.type === "file" ? texts.confirmFile(question.changes) : undefined;
  const summary = file === undefined ? texts.nothingLeft : texts.changes(file.hunks.length);
  const undo = createButton({
    ...{ decision: "undo", icon: "undo", text: texts.undo },
    run: run(undoDecision),
  });
  const note = notice ?? asked ?? noteAbout(file, hunks.length, texts) ?? "";
  const decisions = asked === undefined ? listDecisions(file, texts, run) : listAnswers(texts, run);
  return [
    createElement("span", "cm-acp-summary", [summary]),
    ...(hunks.length === 0 ? [] : listMoves(texts, run)),
    createElement("span", "cm-acp-notice", [note]),
    createElement(
      "span",
      "cm-acp-decision",
      undoId === undefined ? decisions : [undo, ...decisions],
    ),
  ];
}

/** Returns what the user cannot see from the lines of the document. */
function noteAbout(
  file: ReviewedFile | undefined,
  hunksWithLines: number,
  { noBase, modeOnly }: ReviewEditorTexts,
): string | undefined {
  if (file === undefined) return undefined;
  if (file.noBase) return noBase;
  return file.kind === "text" && file.change === "mode" && hunksWithLines === 0
    ? modeOnly
    : undefined;
}

function listMoves({ previous, next }: ReviewEditorTexts, run: Run): readonly HTMLElement[] {
  return [
    createButton({ decision: "previous", icon: "up", label: previous, run: run(previousHunk) }),
    createButton({ decision: "next", icon: "down", label: next, run: run(nextHunk) }),
  ];
}

function listDecisions(
  file: ReviewedFile | undefined,
  { keepAll, rejectAll }: ReviewEditorTexts,
  run: Run,
): readonly HTMLElement[] {
  if (file === undefined) return [];
  const keep = createButton({
    ...{ decision: "keep", icon: "check", text: keepAll },
    run: run(keepFile),
  });
  if (file.noBase) return [keep];
  const reject = createButton({
    ...{ decision: "reject", icon: "cross", text: rejectAll },
    run: run(rejectFile),
  });
  return [keep, reject];
}

function listAnswers({ rejectToo, leave }: ReviewEditorTexts, run: Run): readonly HTMLElement[] {
  return [
    createButton({ decision: "reject", icon: "cross", text: rejectToo, run: run(rejectFile) }),
    createButton({ decision: "leave", text: leave, run: run(dismissQuestion) }),
  ];
}

function createBar(view: EditorView): Panel {
  const dom = createElement("div", "cm-acp-bar");
  dom.setAttribute("role", "group");
  const run: Run = (command) => () => {
    // The button disappears with the decision, and the focus would with it.
    view.focus();
    command(view);
  };
  const show = (): void => {
    const setup = view.state.facet(reviewSetup);
    if (setup === undefined) return;
    dom.setAttribute("aria-label", setup.texts.title);
    const shown = getShownReview(view.state);
    dom.toggleAttribute("data-asks", shown.question?.type === "file" || shown.notice !== undefined);
    const focused = dom.querySelector<HTMLElement>(":focus");
    dom.replaceChildren(...listItems(shown, setup.texts, run));
    if (focused === null) return;
    const same = dom.querySelector<HTMLElement>(`[data-decision="${focused.dataset.decision}"]`);
    (same ?? view.contentDOM).focus();
  };
  show();
  return {
    dom,
    top: true,
    update({ state, startState }) {
      const [shown, before] = [getShownReview(state), getShownReview(startState)];
      const isSame =
        shown.file === before.file &&
        shown.hunks.length === before.hunks.length &&
        shown.undoId === before.undoId &&
        shown.question === before.question &&
        shown.notice === before.notice;
      if (!isSame) show();
    },
  };
}

/** Shows the number of changes, and the decisions about the file. */
export const reviewBar: Extension = showPanel.compute([reviewField], (state) => {
  const { file, wasDecided, notice } = state.field(reviewField);
  const isShown = file !== undefined || wasDecided || notice !== undefined;
  return isShown ? createBar : null;
});
