import type { ToolCall } from "@acp-store/core";
import { useEffect, useState } from "react";
import { fetchOk } from "../config/config.js";
import { messageOf } from "../connection/connectionEnd.js";
import { isDiff } from "../diff/diffOf.js";
import { usePanelScope } from "../shell/panelScope.js";

interface Answer {
  readonly text?: string;
  /** Why there is no text. */
  readonly reason?: string;
}

interface FileText {
  readonly text?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * The text of a file: from the disk where an agent works on it, as the tool call shows it in a
 * recording. It is read again when the call goes on, as that may have changed it.
 */
export function useFileText(path: string, call: ToolCall | undefined): FileText {
  const { isRecording } = usePanelScope();
  const [read, setRead] = useState<Answer & { readonly path?: string }>({});
  const status = call?.status;
  useEffect(() => {
    if (isRecording) return undefined;
    const stop = new AbortController();
    fetchOk(`/api/file?path=${encodeURIComponent(path)}`, stop.signal)
      .then(async (response) => setRead({ path, ...((await response.json()) as Answer) }))
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setRead({ path, reason: messageOf(reason) });
      });
    return () => stop.abort();
  }, [path, status, isRecording]);
  if (!isRecording) return read.path === path ? { text: read.text, note: read.reason } : {};
  const text = call?.content.filter(isDiff).findLast((diff) => diff.path === path)?.newText;
  if (text !== undefined) return { text, note: "As the tool call shows it." };
  return { note: "A recording holds no files: only what tool calls show of them." };
}
