import { type ReactElement, useId, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Markdown } from "../content/Markdown.js";
import { Tabs } from "../controls/Tabs.js";
import { handoffTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The record of a session, rendered and as the text that the agent gets. */
export function HandoffPreview({ text }: { readonly text: string }): ReactElement {
  const texts = useTexts("handoff", handoffTexts);
  const { Output } = useAcpUi().slots;
  const [selected, setSelected] = useState<keyof typeof texts.views>("rendered");
  const id = useId();
  return (
    <div className="acp-handoff-preview">
      <Tabs
        label={texts.preview}
        tabs={texts.views}
        selected={selected}
        getPanelId={() => id}
        onSelect={setSelected}
      />
      <div
        id={id}
        className="acp-handoff-record"
        role="tabpanel"
        aria-label={texts.views[selected]}
        // The text can be scrolled with the keyboard.
        tabIndex={0}
      >
        {selected === "rendered" ? (
          <Markdown text={text} />
        ) : (
          <Output text={text} label={texts.views.text} language="markdown" />
        )}
      </div>
    </div>
  );
}
