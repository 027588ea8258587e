import type { ToolCall } from "@acp-store/core";
import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";
import { getErrorMessage } from "../connection/connectionEnd.js";
import { isDiffItem } from "../diff/diffItem.js";
import { usePanelScope } from "../shell/panelScope.js";

interface FileResponse {
  readonly text?: string;
  /** The reason why there is no text. */
  readonly reason?: string;
}

interface FileText {
  readonly text?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * Returns the text of a file. For a live agent, it is read from disk, and again whenever the status
 * of the tool call changes. For a recording, it is taken from the tool call.
 */
export function useFileText(path: string, call: ToolCall | undefined): FileText {
  const { isRecording } = usePanelScope();
  const [response, setResponse] = useState<FileResponse & { readonly path?: string }>({});
  const status = call?.status;
  useEffect(() => {
    if (isRecording) return undefined;
    const stop = new AbortController();
    fetchOk(`/api/file?path=${encodeURIComponent(path)}`, stop.signal)
      .then(async (file) => setResponse({ path, ...((await file.json()) as FileResponse) }))
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setResponse({ path, reason: getErrorMessage(reason) });
      });
    return () => stop.abort();
  }, [path, status, isRecording]);
  if (!isRecording)
    return response.path === path ? { text: response.text, note: response.reason } : {};
  const text = call?.content.filter(isDiffItem).findLast((diff) => diff.path === path)?.newText;
  if (text !== undefined)
    return { text, note: "This text comes from the tool call, not from disk." };
  return { note: "Recordings contain no files, only the text that tool calls include." };
}
