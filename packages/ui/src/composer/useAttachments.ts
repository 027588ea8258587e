import { getPromptSupport, type PromptSupport } from "@acp-store/core/actions";
import { useAcpView, useAgent, useSessionId } from "@acp-store/react";
import { useMemo, useSyncExternalStore } from "react";
import { useSessionState } from "../context/useSessionState.js";
import type { MentionSession } from "../mentions/mention.js";
import { findToken, toToken } from "../mentions/mentionText.js";
import { readMention } from "../mentions/readMention.js";
import type { FoundMention } from "../mentions/searchMentions.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getAttachmentDraft } from "./attachmentDrafts.js";
import {
  type Attachment,
  describeAttachmentError,
  type ReadingAttachment,
  readFileContent,
  toAttachment,
} from "./attachments.js";
import { toPastedContent } from "./pastedText.js";

/** The files, pasted texts and mentions that are sent with the next prompt. */
export interface Attachments {
  /** Those that are read, in the order in which they were added. A mention that is not in the text is not among them. */
  readonly items: readonly Attachment[];
  /** Those that are being read. The prompt can be sent when there are none. */
  readonly reading: readonly ReadingAttachment[];
  /** The content that the agent accepts. */
  readonly support: PromptSupport;
  /** The reason why the last one was not attached. */
  readonly error: string | undefined;
  /** Adds files. Files that the agent does not accept are reported in `error`. */
  add(files: readonly File[]): Promise<void>;
  /** Adds a mention, whose content is read now, and returns the text that stands for it in the prompt. */
  addMention(found: FoundMention, session: MentionSession): string;
  /** Adds pasted text if it is long and the agent accepts it. Returns whether it did. */
  addText(text: string): boolean;
  /** Removes one of them. */
  remove(id: string): void;
  /** Removes all. */
  clear(): void;
}

/** Returns the attachments of the session that belong to the text of its next prompt. */
export function useAttachments(text: string): Attachments {
  const agent = useAgent();
  const texts = useTexts("composer", composerTexts);
  const view = useAcpView();
  const sessionId = useSessionId();
  const draft = useMemo(() => getAttachmentDraft(view, sessionId), [view, sessionId]);
  const drafted = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  const [error, setError] = useSessionState<string>();
  const support = getPromptSupport(agent);
  const isInText = ({ token }: Pick<Attachment, "token">): boolean =>
    token === undefined || findToken(text, token).length > 0;

  async function add(files: readonly File[]): Promise<void> {
    setError(undefined);
    for (const file of files) {
      const { name } = file;
      try {
        await draft.add({ name: name || texts.pastedImage }, async () =>
          toAttachment(await readFileContent(file, texts), support, texts),
        );
      } catch (cause) {
        setError(describeAttachmentError(cause, name, texts));
      }
    }
  }
  function addMention(found: FoundMention, session: MentionSession): string {
    const { label: name, text: inPrompt = name } = found.mention;
    const token = toToken(inPrompt);
    setError(undefined);
    const known = [...drafted.items, ...drafted.reading].find((each) => each.token === token);
    if (known !== undefined) draft.remove(known.id);
    const read = async (signal: AbortSignal) =>
      toAttachment(await readMention(found, session, support, signal), support, texts);
    draft
      .add({ name, token }, read)
      .catch((cause: unknown) => setError(describeAttachmentError(cause, name, texts)));
    return token;
  }
  function addText(pasted: string): boolean {
    const content = toPastedContent(pasted, texts);
    if (content === undefined || !support.embedded) return false;
    setError(undefined);
    draft
      .add({ name: content.name }, async () => ({
        ...toAttachment(content, support, texts),
        isPastedText: true,
      }))
      .catch((cause: unknown) => setError(describeAttachmentError(cause, content.name, texts)));
    return true;
  }
  return {
    items: drafted.items.filter(isInText),
    reading: drafted.reading.filter(isInText),
    ...{ support, error, add, addMention, addText, remove: draft.remove, clear: draft.clear },
  };
}
