import { type ReactElement, useId } from "react";
import { LazyCommentList } from "../comments/lazyComments.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { AttachmentList } from "./AttachmentList.js";
import { CommandList } from "./CommandList.js";
import { ComposerBar } from "./ComposerBar.js";
import { MentionList } from "./MentionList.js";
import { useComposer } from "./useComposer.js";

/**
 * The text field for prompts. A prompt sent while a turn is running is queued. Images and text files
 * can be pasted, dropped or chosen, if the agent accepts them. `@` mentions files, changes and other sessions.
 */
export function Composer(): ReactElement {
  const composer = useComposer();
  const { attachments, comments, commands, mentions, sendError, fieldProps } = composer;
  const texts = useTexts("composer", composerTexts);
  const listId = useId();
  const list = commands.isOpen ? commands : mentions;
  return (
    <form
      className="acp-ui acp-composer"
      aria-label={texts.label}
      onSubmit={(event) => {
        event.preventDefault();
        composer.send();
      }}
    >
      {commands.isOpen && (
        <CommandList id={listId} hints={commands} onAccept={composer.acceptCommand} />
      )}
      {mentions.isOpen && (
        <MentionList id={listId} hints={mentions} onAccept={composer.acceptMention} />
      )}
      {comments.items.length > 0 && (
        <LazyCommentList comments={comments} onRemoved={() => fieldProps.ref.current?.focus()} />
      )}
      {attachments.items.length + attachments.reading.length > 0 && (
        <AttachmentList composer={composer} />
      )}
      <textarea
        {...fieldProps}
        className="acp-composer-text"
        rows={1}
        aria-label={texts.message}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={list.isOpen ? listId : undefined}
        aria-activedescendant={
          list.isOpen && list.active >= 0 ? `${listId}-${list.active}` : undefined
        }
      />
      {sendError !== undefined && (
        <p className="acp-composer-error" role="alert">
          {texts.notSent(sendError)}
        </p>
      )}
      {attachments.error !== undefined && (
        <p className="acp-composer-error" role="alert">
          {attachments.error}
        </p>
      )}
      {mentions.error !== undefined && (
        <p className="acp-composer-error" role="alert">
          {texts.mentionsNotFound(mentions.error)}
        </p>
      )}
      <ComposerBar composer={composer} />
    </form>
  );
}
