import { useAgent } from "@acp-store/react";
import { useRef, useState } from "react";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
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
  /** Why the last file was not attached. */
  readonly error: string | undefined;
  /** Adds files. Those that the agent does not accept are reported in `error`. */
  add(files: readonly File[]): Promise<void>;
  /** Removes a file. */
  remove(id: string): void;
  /** Removes all files. */
  clear(): void;
}

/** Keeps the files that are sent with the next prompt, until the composer is removed. */
export function useAttachments(): Attachments {
  const agent = useAgent();
  const texts = useTexts("composer", composerTexts);
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const [error, setError] = useState<string>();
  const nextId = useRef(0);
  const support = getAttachmentSupport(agent);

  async function add(files: readonly File[]): Promise<void> {
    setError(undefined);
    for (const file of files) {
      try {
        const attachment = await readAttachment(file, support, texts);
        const id = String(nextId.current++);
        setItems((before) => [...before, { ...attachment, id }]);
      } catch (reason) {
        setError(describeAttachmentError(reason, file, texts));
      }
    }
  }
  return {
    items,
    support,
    error,
    add,
    remove: (id) => setItems((before) => before.filter((item) => item.id !== id)),
    clear: () => setItems([]),
  };
}
