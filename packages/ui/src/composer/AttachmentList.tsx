import { type ReactElement, useRef } from "react";
import { IMAGE_TYPES } from "../content/safeUrl.js";
import { Icon } from "../controls/Icon.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { Attachments } from "./useAttachments.js";

interface AttachmentListProps {
  readonly attachments: Attachments;
  /** Called after an attachment was removed, together with its focused button. */
  readonly onRemoved: () => void;
}

/** The attached files, each with a button that removes it. */
export function AttachmentList({ attachments, onRemoved }: AttachmentListProps): ReactElement {
  const texts = useTexts("composer", composerTexts);
  return (
    <ul className="acp-attachments" aria-label={texts.attachments}>
      {attachments.items.map(({ id, name, block }) => (
        <li key={id} className="acp-chip acp-attachment">
          <Icon name={block.type === "image" ? "image" : "file"} />
          <span className="acp-chip-text">{name}</span>
          <button
            type="button"
            className="acp-icon-button"
            aria-label={texts.removeAttachment(name)}
            title={texts.removeAttachment(name)}
            onClick={() => {
              attachments.remove(id);
              onRemoved();
            }}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The button that opens the file picker. */
export function AttachButton({ attachments }: { attachments: Attachments }): ReactElement | null {
  const texts = useTexts("composer", composerTexts);
  const picker = useRef<HTMLInputElement>(null);
  const { images, textFiles } = attachments.support;
  if (!images && !textFiles) return null;
  return (
    <>
      <button
        type="button"
        className="acp-icon-button"
        aria-label={texts.attach}
        title={texts.attach}
        onClick={() => picker.current?.click()}
      >
        <Icon name="attach" />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={textFiles ? undefined : IMAGE_TYPES.join()}
        onChange={(event) => {
          void attachments.add([...(event.target.files ?? [])]);
          // Choosing the same file again is a change, too.
          event.target.value = "";
        }}
      />
    </>
  );
}
