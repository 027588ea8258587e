import { type ContentBlock, isSessionBusy } from "@acp-store/core";
import { useAgent, useConnection, useDraft, useSession } from "@acp-store/react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from "react";
import { usePanelActions } from "../actions/usePanelActions.js";
import { commentBlocks } from "../comments/commentBlocks.js";
import { type LineComments, useComments } from "../comments/useComments.js";
import { isBeingConnected } from "../connection/connectionStatus.js";
import { getAgentTitle } from "../connection/getAgentTitle.js";
import { useAcpUi } from "../context/acpUi.js";
import { fitHeight } from "../controls/fitHeight.js";
import { findFocused, focusWhenFree } from "../controls/focusWhenFree.js";
import { type MentionHints, useMentionHints } from "../mentions/useMentionHints.js";
import { composerTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useFieldEdits, type FieldEdits } from "./useFieldEdits.js";
import { type Attachments, useAttachments } from "./useAttachments.js";
import { type CommandHints, useCommandHints } from "./useCommandHints.js";
import { type Delivery, useSend } from "./useSend.js";
import { useStopKey } from "./useStopKey.js";

/** The draft of a prompt, and what the user can do with it. */
export interface ComposerState extends FieldEdits {
  /** The text of the draft. */
  readonly text: string;
  /** Changes the text of the draft. */
  setText(text: string): void;
  /** The files, pasted texts and mentions that are sent with the prompt. */
  readonly attachments: Attachments;
  /** The comments on lines that are sent with the prompt. */
  readonly comments: LineComments;
  /** The slash commands that match the text. */
  readonly commands: CommandHints;
  /** Inserts a command. The index is that of `commands.commands`. */
  acceptCommand(index: number): void;
  /** The mentions that match the text before the caret. */
  readonly mentions: MentionHints;
  /** Whether the prompt can be sent. */
  readonly canSend: boolean;
  /** Whether the prompt is being sent. It cannot be changed meanwhile. */
  readonly isSending: boolean;
  /** The reason why the last prompt was not accepted. */
  readonly sendError: string | undefined;
  /** Delivers the draft as `delivery` says. */
  send(): void;
  /** Whether a turn is running. */
  readonly isBusy: boolean;
  /**
   * The way in which `send` delivers the draft. While a turn is running, it is queued behind the turn or sent into it;
   * while a connection is made, it is queued.
   */
  readonly delivery: Delivery;
  /**
   * The way in which Enter delivers it together with Ctrl or Cmd. `undefined` unless a turn is running whose agent takes messages
   * into it.
   */
  readonly otherDelivery: Delivery | undefined;
  /** Delivers the draft as `otherDelivery` says. */
  sendOther(): void;
  /** Whether the agent can be stopped: a turn is running, or the agent works or waits outside of one. */
  readonly canStop: boolean;
  /** Whether the agent is being stopped. */
  readonly isStopping: boolean;
  /** Stops the agent. `undefined` while there is no connection. Escape does the same. */
  readonly stop: (() => void) | undefined;
  /** Whether there is a connection to send with. */
  readonly isConnected: boolean;
  /** The props of the text field. */
  readonly fieldProps: ComposerFieldProps;
}

/** The props of the text field of a composer. */
export interface ComposerFieldProps {
  /** The field, which `AcpUi.composer` refers to. */
  readonly ref: RefObject<HTMLTextAreaElement | null>;
  /** The text of the draft. */
  readonly value: string;
  /** Whether the text is being sent. */
  readonly readOnly: boolean;
  /** Whether nothing can be written, because nothing could be sent later. */
  readonly disabled: boolean;
  /** The current purpose of the field, such as "Queue a follow-up message". */
  readonly placeholder: string;
  /** Changes the draft. */
  readonly onChange: (event: {
    readonly target: { readonly value: string; readonly selectionStart?: number | null };
  }) => void;
  /** Closes the list of mentions when the caret leaves its text. */
  readonly onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) => void;
  /** Sends with Enter, and moves in the lists of commands and mentions. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  /** Attaches pasted files and long text. */
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
  /** Allows files to be dropped. */
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
  /** Attaches dropped files. */
  readonly onDrop: (event: DragEvent<HTMLElement>) => void;
}

/**
 * Returns the logic of `Composer`, for your own markup.
 *
 * @example
 * ```tsx
 * function SmallComposer() {
 *   const { fieldProps, canSend, send, canStop, stop } = useComposer();
 *   return (
 *     <>
 *       <textarea aria-label="Message" {...fieldProps} />
 *       <button disabled={!canSend} onClick={send}>Send</button>
 *       {canStop && <button onClick={stop}>Stop</button>}
 *     </>
 *   );
 * }
 * ```
 */
export function useComposer(): ComposerState {
  const actions = usePanelActions();
  const ownField = useRef<HTMLTextAreaElement>(null);
  const { composer = ownField, followUps, cwd } = useAcpUi();
  const activity = useSession((session) => session?.activity ?? "idle");
  const isBusy = useSession((session) => session !== undefined && session.openTurns.length > 0);
  const isOpen = useSession((session) => session !== undefined && !session.closed);
  const canStop = useSession(isSessionBusy);
  // The agent gets the prompt when it is connected.
  const canWait = useConnection(isBeingConnected) && isOpen;
  const [text, setText] = useDraft();
  const attachments = useAttachments(text);
  const comments = useComments();
  const {
    isSending,
    sendError,
    send: sendBlocks,
  } = useSend(() => {
    // The draft may have been changed in another window since it was sent.
    setText((current) => (current === text ? "" : current));
    attachments.clear();
    comments.remove(comments.items.map(({ id }) => id));
  }, canWait);
  const commands = useCommandHints(text);
  const mentionSearch = useMentionHints(text);
  const { hints: mentions } = mentionSearch;
  const edits = useFieldEdits({ text, setText, field: composer, attachments, mentionSearch });
  const isConnected = actions !== undefined;
  const canSteer = isBusy && !canWait && actions?.steer !== undefined;
  const steersFirst = canSteer && followUps === "steer";
  const delivery = steersFirst ? "steer" : isBusy || canWait ? "queue" : "send";
  const otherDelivery = canSteer ? (steersFirst ? "queue" : "steer") : undefined;
  const placeholder = usePlaceholder({ isConnected, delivery, canWait });

  const blocks = toBlocks(text, commentBlocks(comments.items, cwd), attachments);
  const isRead = attachments.reading.length === 0;
  const canSend = (isConnected || canWait) && !isSending && isRead && blocks.length > 0;
  const isStopping = activity === "cancelling";
  const stop = actions?.cancel;
  useStopKey(canStop && !isStopping ? stop : undefined);
  /** The button that has shown the session. */
  const opener = useRef<Element>(null);
  useEffect(() => {
    opener.current = findFocused(composer.current);
  }, [composer]);
  useEffect(() => {
    if (isConnected) focusWhenFree(composer.current, opener.current);
  }, [isConnected, composer]);
  useEffect(() => fitHeight(composer.current), [text, composer]);

  function send(): void {
    if (canSend) sendBlocks(blocks, delivery);
  }
  function sendOther(): void {
    if (canSend) sendBlocks(blocks, otherDelivery ?? delivery);
  }
  function acceptCommand(index: number): void {
    const command = commands.commands[index];
    if (command !== undefined) setText(`/${command.name} `);
    composer.current?.focus();
  }
  function addFiles(event: ClipboardEvent | DragEvent, { files }: DataTransfer): void {
    if (files.length === 0) return;
    event.preventDefault();
    void attachments.add([...files]);
  }
  const fieldProps: ComposerFieldProps = {
    ref: composer,
    value: text,
    readOnly: isSending,
    disabled: !isConnected && !canWait,
    placeholder,
    onChange({ target }) {
      const { value, selectionStart } = target;
      setText(value);
      mentionSearch.onType(value, selectionStart ?? value.length);
    },
    onSelect: ({ currentTarget }) => mentionSearch.onSelect(currentTarget.selectionStart),
    onKeyDown(event) {
      // An Enter that ends an IME composition (Japanese, Chinese, …) must not send the prompt.
      if (event.nativeEvent.isComposing) return;
      if (commands.onKeyDown(event, acceptCommand)) return;
      if (mentions.onKeyDown(event, edits.acceptMention)) return;
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) sendOther();
      else send();
    },
    onPaste(event) {
      addFiles(event, event.clipboardData);
      if (event.defaultPrevented) return;
      if (attachments.addText(event.clipboardData.getData("text/plain"))) event.preventDefault();
    },
    onDragOver(event) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    },
    onDrop: (event) => addFiles(event, event.dataTransfer),
  };
  return {
    text,
    setText,
    attachments,
    comments,
    commands,
    acceptCommand,
    mentions,
    ...edits,
    canSend,
    isSending,
    sendError,
    send,
    isBusy,
    delivery,
    otherDelivery,
    sendOther,
    canStop,
    isStopping,
    stop,
    isConnected,
    fieldProps,
  };
}

/** Returns the blocks of a prompt. The text is first, because it may be a command. */
function toBlocks(
  text: string,
  comments: readonly ContentBlock[],
  { items }: Attachments,
): readonly ContentBlock[] {
  const rest = [...comments, ...items.map(({ block }) => block)];
  return text.trim() === "" ? rest : [{ type: "text", text: text.trim() }, ...rest];
}

interface PlaceholderState {
  readonly isConnected: boolean;
  readonly delivery: Delivery;
  readonly canWait: boolean;
}

function usePlaceholder({ isConnected, delivery, canWait }: PlaceholderState): string {
  const texts = useTexts("composer", composerTexts);
  const agentTitle = useAgent(getAgentTitle);
  const isDetached = useSession((session) => session?.detached !== undefined);
  if (canWait) return texts.connecting;
  if (isConnected && delivery === "send") return texts.messageAgent(agentTitle);
  if (isConnected) return delivery === "queue" ? texts.followUp : texts.steerTurn;
  return isDetached ? texts.readOnly : texts.notConnected;
}
