import { useContext } from "react";
import { type AcpUi, AcpUiContext } from "./acpUiContext.js";
import { plainSlots } from "./plainSlots.js";

/** The values of parts without a provider. */
const DEFAULT_UI: AcpUi = {
  canAnswer: true,
  isRecording: false,
  slots: plainSlots,
  texts: {},
};

/**
 * Returns the values that the nearest `AcpUiProvider` shares with the parts inside it. For your own
 * parts.
 *
 * @example
 * ```tsx
 * function FolderName() {
 *   const { cwd } = useAcpUi();
 *   return <code>{cwd}</code>;
 * }
 * ```
 */
export function useAcpUi(): AcpUi {
  return useContext(AcpUiContext) ?? DEFAULT_UI;
}
