import type { ReactElement } from "react";
import { contentTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { FirstItems } from "./useFirstItems.js";

/** The button for the items that a long list leaves out. Renders nothing if all are shown. */
export function ShowAllItems(props: Omit<FirstItems<unknown>, "shown">): ReactElement | null {
  const { hiddenTotal, showAll } = props;
  const texts = useTexts("content", contentTexts);
  if (hiddenTotal === undefined) return null;
  return (
    <button type="button" className="acp-link-button" onClick={showAll}>
      {texts.showAllItems(hiddenTotal)}
    </button>
  );
}
