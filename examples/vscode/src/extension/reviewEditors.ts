import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { ReviewOutcome, ReviewTarget } from "@acp-store/review";
import type { NodeReview, NodeReviews } from "@acp-store/review/node";
import * as vscode from "vscode";
import { listHunkLenses } from "../host/hunkLenses.js";
import { describeOutcomes } from "../host/reviewOutcomes.js";

/** The scheme of documents with the accepted text of a file. The path is that of the file. */
const BASE_SCHEME = "acp-base";

/** A file, and the review of its folder. */
interface Reviewed {
  readonly review: NodeReview;
  readonly folder: string;
  /** The path in the folder, with `/`. */
  readonly path: string;
}

/**
 * Shows the changes to decide in editors: links above each change, and the difference from what the user has
 * accepted. Registers the commands of these links, and those for all changes.
 */
export function registerReviewEditors(
  reviews: NodeReviews | undefined,
  nameOf: (agentId: string) => string,
): vscode.Disposable[] {
  const { byFolder = new Map<string, NodeReview>() } = reviews ?? {};
  const changed = new vscode.EventEmitter<void>();
  const baseChanged = new vscode.EventEmitter<vscode.Uri>();

  function find({ fsPath }: vscode.Uri): Reviewed | undefined {
    for (const [folder, review] of byFolder) {
      const path = relative(folder, fsPath);
      if (!path.startsWith("..") && !isAbsolute(path))
        return { review, folder, path: path.split(sep).join("/") };
    }
    return undefined;
  }

  async function decide(
    decision: "keep" | "reject",
    folder: string,
    target: ReviewTarget,
  ): Promise<void> {
    const result = await byFolder.get(folder)?.[decision](target);
    const isDone = [...(result?.outcomes.values() ?? [])].every((outcome) => outcome === "done");
    // The link disappears, which tells enough.
    if (result === undefined || isDone) return;
    void vscode.window.showInformationMessage(describeOutcomes(decision, result.outcomes));
  }

  async function decideAll(decision: "keep" | "reject"): Promise<void> {
    const outcomes = new Map<string, ReviewOutcome>();
    for (const [folder, review] of byFolder) {
      const result = await review[decision]("all");
      for (const [path, outcome] of result.outcomes)
        outcomes.set(byFolder.size > 1 ? join(folder, path) : path, outcome);
    }
    void vscode.window.showInformationMessage(describeOutcomes(decision, outcomes));
  }

  async function showDifference(folder: string, path: string): Promise<void> {
    const file = vscode.Uri.file(join(folder, path));
    const base = file.with({ scheme: BASE_SCHEME });
    await vscode.commands.executeCommand("vscode.diff", base, file, `${path} (changes of agents)`);
  }

  async function undo(): Promise<void> {
    const decisions = Array.from(byFolder.values(), (review) => ({
      review,
      at: review.getState().undo.at(-1)?.at ?? 0,
    }));
    const [last] = decisions.toSorted((a, b) => b.at - a.at);
    if (last !== undefined && last.at > 0) await last.review.undo();
    else void vscode.window.showInformationMessage("There is no decision to undo.");
  }

  const lenses: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses({ uri }) {
      const reviewed = find(uri);
      const file = reviewed?.review.getState().files.get(reviewed.path);
      if (reviewed === undefined || file === undefined) return [];
      return listHunkLenses(file, nameOf).map(({ line, title, command, target }) => {
        const args = command === "acpStore.showDifference" ? [target.path] : [target];
        return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
          ...{ title, command },
          arguments: [reviewed.folder, ...args],
        });
      });
    },
  };
  const bases: vscode.TextDocumentContentProvider = {
    onDidChange: baseChanged.event,
    async provideTextDocumentContent(uri) {
      const reviewed = find(uri);
      const texts = await reviewed?.review.texts(reviewed.path);
      return texts?.base ?? "";
    },
  };
  const following = Array.from(byFolder, ([folder, review]) =>
    review.subscribe(({ files }, before) => {
      if (files === before.files) return;
      changed.fire();
      for (const { scheme, fsPath } of shownBases()) {
        const path = relative(folder, fsPath).split(sep).join("/");
        if (files.get(path)?.base !== before.files.get(path)?.base)
          baseChanged.fire(vscode.Uri.file(resolve(fsPath)).with({ scheme }));
      }
    }),
  );
  const register = (id: string, run: (...args: never[]) => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(id, run);
  return [
    changed,
    baseChanged,
    vscode.languages.registerCodeLensProvider({ scheme: "file" }, lenses),
    vscode.workspace.registerTextDocumentContentProvider(BASE_SCHEME, bases),
    register("acpStore.keep", (folder: string, target: ReviewTarget) =>
      decide("keep", folder, target),
    ),
    register("acpStore.reject", (folder: string, target: ReviewTarget) =>
      decide("reject", folder, target),
    ),
    register("acpStore.showDifference", showDifference),
    register("acpStore.undoDecision", undo),
    register("acpStore.keepAll", () => decideAll("keep")),
    register("acpStore.rejectAll", () => decideAll("reject")),
    ...following.map((dispose) => ({ dispose })),
  ];
}

function shownBases(): readonly vscode.Uri[] {
  return vscode.workspace.textDocuments.flatMap(({ uri }) =>
    uri.scheme === BASE_SCHEME ? [uri] : [],
  );
}
