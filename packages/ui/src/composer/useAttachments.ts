import { useAcpView, useAgent, useSessionId } from "@acp-store/react";
import { useMemo, useSyncExternalStore } from "react";
import { useSessionState } from "../context/useSessionState.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getAttachmentDraft } from "./attachmentDrafts.js";
import {
  type Attachment,
  type AttachmentSupport,
  describeAttachmentError,
  getAttachmentSupport,
  readAttachment,
} from "./attachments.js";

/** The files that are sent with the next prompt. */
export interface Attachments {
  /** The attached files, in the order in which they were added. */
  readonly items: readonly Attachment[];
  /** The kinds of files that the agent accepts. */
  readonly support: AttachmentSupport;
  /** The reason why the last file was not attached. */
  readonly error: string | undefined;
  /** Adds files. Files that the agent does not accept are reported in `error`. */
  add(files: readonly File[]): Promise<void>;
  /** Removes a file. */
  remove(id: string): void;
  /** Removes all files. */
  clear(): void;
}

/** Returns the files that are sent with the next prompt of the session. */
export function useAttachments(): Attachments {
  const agent = useAgent();
  const texts = useTexts("composer", composerTexts);
  const view = useAcpView();
  const sessionId = useSessionId();
  const draft = useMemo(() => getAttachmentDraft(view, sessionId), [view, sessionId]);
  const items = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  const [error, setError] = useSessionState<string>();
  const support = getAttachmentSupport(agent);

  async function add(files: readonly File[]): Promise<void> {
    setError(undefined);
    for (const file of files) {
      try {
        draft.add(await readAttachment(file, support, texts));
      } catch (cause) {
        setError(describeAttachmentError(cause, file, texts));
      }
    }
  }
  const { remove, clear } = draft;
  return { items, support, error, add, remove, clear };
}
