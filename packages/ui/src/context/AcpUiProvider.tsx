import { type ReactElement, type ReactNode, useMemo, useRef } from "react";
import { useAcpUi } from "./acpUi.js";
import { type AcpUi, AcpUiContext } from "./acpUiContext.js";
import type { UiSlots } from "./slots.js";
import type { UiTextOverrides } from "../texts/texts.js";
import { mergeTexts } from "../texts/useTexts.js";

/** The props of {@link AcpUiProvider}. A value that is absent or `undefined` is inherited from the outer provider. */
export interface AcpUiProviderProps extends Partial<Omit<AcpUi, "slots" | "texts">> {
  /** The components that replace parts. The others are inherited. */
  readonly slots?: Partial<UiSlots> | undefined;
  /** The texts that replace those in English, in part or all of them. The others are inherited. */
  readonly texts?: UiTextOverrides | undefined;
  /** The parts that share the values. */
  readonly children?: ReactNode;
}

/**
 * Connects the parts inside it to an agent, and sets what they have in common. It is optional:
 * without it, the parts show the session, answer its requests, and send no prompts.
 *
 * @example
 * ```tsx
 * <AcpStoreProvider store={store}>
 *   <AcpSessionProvider sessionId={sessionId}>
 *     <AcpUiProvider agent={agent} cwd="/home/me/project" slots={lazySlots}>
 *       <Conversation />
 *       <PermissionDock />
 *       <Composer />
 *     </AcpUiProvider>
 *   </AcpSessionProvider>
 * </AcpStoreProvider>
 * ```
 */
export function AcpUiProvider(props: AcpUiProviderProps): ReactElement {
  const outer = useAcpUi();
  const ownComposer = useRef<HTMLTextAreaElement>(null);
  const { agent = outer.agent, cwd = outer.cwd, isRecording = outer.isRecording } = props;
  // A recording contains the answers to its requests.
  const { canAnswer = props.isRecording ? false : outer.canAnswer } = props;
  const { readFile = outer.readFile, openLocation = outer.openLocation } = props;
  const { mentions = outer.mentions, budget = outer.budget } = props;
  const { openSession = outer.openSession, followUps = outer.followUps } = props;
  const { showInConversation = outer.showInConversation, shownRow = outer.shownRow } = props;
  const { showTurnChanges = outer.showTurnChanges } = props;
  const { composer = outer.composer ?? ownComposer } = props;
  const slots = useMemo(() => ({ ...outer.slots, ...props.slots }), [outer.slots, props.slots]);
  const texts = useMemo(() => mergeTexts(outer.texts, props.texts), [outer.texts, props.texts]);
  const value = useMemo(
    (): AcpUi => ({
      ...{ agent, cwd, canAnswer, isRecording, slots, texts },
      ...{ readFile, mentions, budget, openLocation, openSession, followUps, composer },
      ...{ shownRow, showInConversation, showTurnChanges },
    }),
    [
      agent,
      cwd,
      canAnswer,
      isRecording,
      slots,
      texts,
      readFile,
      mentions,
      budget,
      openLocation,
      openSession,
      followUps,
      shownRow,
      composer,
      showInConversation,
      showTurnChanges,
    ],
  );
  return <AcpUiContext.Provider value={value}>{props.children}</AcpUiContext.Provider>;
}
