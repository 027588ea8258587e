import { type ReactElement, type ReactNode, useContext, useMemo, useRef } from "react";
import { type AcpUi, AcpUiContext } from "./acpUi.js";
import type { UiSlots } from "./slots.js";
import type { UiTextOverrides } from "../texts/texts.js";
import { mergeTexts } from "../texts/useTexts.js";

/** The props of {@link AcpUiProvider}. A value that is left out is inherited from the outer provider. */
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
  const outer = useContext(AcpUiContext);
  const ownComposer = useRef<HTMLTextAreaElement>(null);
  const { children, ...given } = props;
  const values: AcpUi = {
    ...outer,
    composer: outer.composer ?? ownComposer,
    ...given,
    slots: { ...outer.slots, ...given.slots },
    texts: useMemo(() => mergeTexts(outer.texts, given.texts), [outer.texts, given.texts]),
  };
  const { agent, cwd, canAnswer, isRecording, slots, texts } = values;
  const { readFile, openLocation, composer } = values;
  const value = useMemo(
    (): AcpUi => ({
      ...{ agent, cwd, canAnswer, isRecording, slots, texts, readFile, openLocation, composer },
    }),
    // Merging the slots makes a new object with each render.
    // oxlint-disable-next-line react/exhaustive-deps
    [
      agent,
      cwd,
      canAnswer,
      isRecording,
      outer.slots,
      given.slots,
      texts,
      readFile,
      openLocation,
      composer,
    ],
  );
  return <AcpUiContext.Provider value={value}>{children}</AcpUiContext.Provider>;
}
