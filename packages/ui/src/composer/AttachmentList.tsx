import { type ReactElement, useRef } from "react";
import { IMAGE_TYPES } from "../content/safeUrl.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { clipLabel, clipTooltip } from "../format/clipText.js";
import { formatBytes, useFormat } from "../format/format.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { Attachment } from "./attachments.js";
import type { Attachments } from "./useAttachments.js";
import type { ComposerState } from "./useComposer.js";

interface AttachmentListProps {
  readonly composer: ComposerState;
}

/** The attachments, each with its size and a button that removes it. */
export function AttachmentList({ composer }: AttachmentListProps): ReactElement {
  const texts = useTexts("composer", composerTexts);
  const { locale } = useFormat();
  const { items, reading } = composer.attachments;
  const total = items.reduce((sum, { size }) => sum + size, 0);
  return (
    <ul className="acp-attachments" aria-label={texts.attachments}>
      {items.map((attachment) => (
        <AttachmentItem key={attachment.id} {...{ attachment, composer }} />
      ))}
      {reading.map(({ id, name }) => (
        <li key={id} className="acp-chip acp-attachment">
          <Spinner />
          <span className="acp-chip-text" role="status">
            {texts.reading(clipLabel(name))}
          </span>
          <RemoveButton {...{ id, name, composer }} />
        </li>
      ))}
      {items.length > 1 && total > 0 && (
        <li className="acp-attachment-size">{texts.totalSize(formatBytes(total, locale))}</li>
      )}
    </ul>
  );
}

interface AttachmentItemProps extends AttachmentListProps {
  readonly attachment: Attachment;
}

function AttachmentItem({ attachment, composer }: AttachmentItemProps): ReactElement {
  const { id, name, block, size, token, isPastedText = false } = attachment;
  const texts = useTexts("composer", composerTexts);
  const { locale } = useFormat();
  const isLink = block.type === "resource_link";
  return (
    <li
      className="acp-chip acp-attachment"
      title={isLink ? texts.linkTitle(clipTooltip(block.uri)) : token && clipTooltip(token)}
    >
      <Icon name={block.type === "image" ? "image" : "file"} />
      <span className="acp-chip-text">{clipLabel(name)}</span>
      <span className="acp-attachment-size">{isLink ? texts.link : formatBytes(size, locale)}</span>
      {isPastedText && (
        <IconButton
          icon="arrowDown"
          label={texts.putIntoMessage(name)}
          onClick={() => composer.putIntoText(id)}
        />
      )}
      <RemoveButton {...{ id, name, composer }} />
    </li>
  );
}

interface RemoveButtonProps extends AttachmentListProps {
  readonly id: string;
  readonly name: string;
}

function RemoveButton({ id, name, composer }: RemoveButtonProps): ReactElement {
  const label = useTexts("composer", composerTexts).removeAttachment(clipLabel(name));
  return (
    <IconButton
      icon="cross"
      label={label}
      onClick={() => {
        composer.removeAttachment(id);
        // The focused button is gone.
        composer.fieldProps.ref.current?.focus();
      }}
    />
  );
}

/** The button that opens the file picker. */
export function AttachButton({ attachments }: { attachments: Attachments }): ReactElement | null {
  const texts = useTexts("composer", composerTexts);
  const picker = useRef<HTMLInputElement>(null);
  const { images, embedded } = attachments.support;
  if (!images && !embedded) return null;
  return (
    <>
      <IconButton icon="attach" label={texts.attach} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={embedded ? undefined : IMAGE_TYPES.join()}
        onChange={(event) => {
          void attachments.add([...(event.target.files ?? [])]);
          // Choosing the same file again is a change, too.
          event.target.value = "";
        }}
      />
    </>
  );
}
