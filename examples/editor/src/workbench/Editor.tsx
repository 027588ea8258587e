import { reviewExtension } from "@acp-store/review/codemirror";
import { EditorSelection, type StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { type ReactElement, useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { markAgentLine, reviewSlot } from "./editorExtensions.js";
import type { FileDocument } from "./fileDocument.js";
import type { FolderReview } from "./folderReview.js";
import type { Reveal, Workbench } from "./workbenchState.js";

interface EditorProps {
  /** A document that is loaded. */
  readonly document: FileDocument;
  readonly workbench: Workbench;
  readonly folderReview: FolderReview | undefined;
}

/** The places to which documents were scrolled. */
const scrollPlaces = new WeakMap<FileDocument, StateEffect<unknown>>();

/** The editor of one document. The document keeps its state while another tab is shown. */
export function Editor({ document, workbench, folderReview }: EditorProps): ReactElement {
  const [view, setView] = useState<EditorView>();
  const reveal = useStore(workbench.store, (state) => state.reveal);
  const isFollowing = useStore(workbench.store, (state) => state.isFollowing);
  const { path } = document;

  const mount = useCallback(
    (host: HTMLDivElement) => {
      const state = document.getEditorState();
      const scrollTo = scrollPlaces.get(document);
      const created = new EditorView({
        ...{ parent: host, ...(state && { state }), ...(scrollTo && { scrollTo }) },
        dispatchTransactions(transactions, editor) {
          editor.update(transactions);
          document.update(transactions);
        },
      });
      const detach = document.attach(created);
      setView(created);
      return () => {
        scrollPlaces.set(document, created.scrollSnapshot());
        detach();
        created.destroy();
      };
    },
    [document],
  );

  useEffect(() => {
    if (view === undefined) return;
    view.dispatch({ effects: reviewSlot.reconfigure(createReview()) });

    function createReview() {
      if (folderReview === undefined) return [];
      const { review, toReviewed, fromReviewed } = folderReview;
      const hunk = workbench.store.getState().reveal?.hunk;
      return reviewExtension({
        ...{ review, path: toReviewed(path) },
        ...(hunk !== undefined && { startAt: hunk }),
        onNextFile: (next, direction) =>
          workbench.open(fromReviewed(next), { hunk: direction === "next" ? "first" : "last" }),
        save: async () => void (await document.save()),
      });
    }
  }, [view, folderReview, workbench, document, path]);

  useEffect(() => {
    if (view === undefined || reveal?.path !== path) return;
    showPlace(view, reveal);
    workbench.revealed(reveal);
  }, [view, reveal, path, workbench]);

  useEffect(() => {
    if (!isFollowing) view?.dispatch({ effects: markAgentLine.of(undefined) });
  }, [view, isFollowing]);

  return <div ref={mount} className="editor" />;
}

function showPlace(view: EditorView, { line, by }: Reveal): void {
  if (by === "user") view.focus();
  if (line === undefined) return;
  const { doc } = view.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const scroll = EditorView.scrollIntoView(from, { y: "center" });
  if (by === "user") view.dispatch({ selection: EditorSelection.cursor(from), effects: scroll });
  else view.dispatch({ effects: [scroll, markAgentLine.of(from)] });
}
