import { Tabs } from "@acp-store/ui";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import { getPanelId, VIEWS, type Workbench } from "./workbenchState.js";

/** The tabs of a narrow page: the conversation, the files, and the review. */
export function ViewTabs({ workbench }: { readonly workbench: Workbench }): ReactElement {
  const view = useStore(workbench.store, (state) => state.view);
  return (
    <>
      {/* The heading of the conversation is hidden. */}
      {view !== "conversation" && <h1 className="acp-sr-only">{VIEWS[view]}</h1>}
      <Tabs
        label="Parts of the page"
        tabs={VIEWS}
        selected={view}
        getPanelId={getPanelId}
        onSelect={workbench.show}
      />
    </>
  );
}
