import { isTextDiff, type ToolCall } from "@acp-store/core";
import { useEffect, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { getErrorMessage } from "../format/errors.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

interface FileText {
  readonly text?: string | undefined;
  /** A note about the text, or the reason why there is none. */
  readonly note?: string | undefined;
}

/**
 * Returns the text of a file. For a live agent, it is read from disk, and again whenever the status
 * of the tool call changes. Without access to files, it is taken from the tool call.
 */
export function useFileText(path: string, call: ToolCall | undefined): FileText {
  const { readFile } = useAcpUi();
  const texts = useTexts("sidePanel", sidePanelTexts);
  const [read, setRead] = useState<FileText & { readonly path?: string }>({});
  const status = call?.status;
  useEffect(() => {
    if (readFile === undefined) return undefined;
    const stop = new AbortController();
    readFile(path, stop.signal)
      .then((text) => setRead({ path, text }))
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setRead({ path, note: getErrorMessage(reason) });
      });
    return () => stop.abort();
  }, [path, status, readFile]);
  if (readFile !== undefined) return read.path === path ? { text: read.text, note: read.note } : {};
  const text = call?.content.filter(isTextDiff).findLast((diff) => diff.path === path)?.newText;
  if (text !== undefined) return { text, note: texts.fromToolCall };
  return { note: texts.cannotRead };
}
