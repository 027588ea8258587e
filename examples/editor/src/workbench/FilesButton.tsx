import { Icon } from "@acp-store/ui";
import { type Context, createContext, type ReactElement, useContext } from "react";
import { useStore } from "zustand";
import type { Workbench } from "./workbenchState.js";

/** The files of the folder of the shown session. `undefined` on a page without one. */
export const WorkbenchContext: Context<Workbench | undefined> = createContext<
  Workbench | undefined
>(undefined);

/** Shows the files beside the conversation. A narrow page has a tab for them. */
export function FilesButton(): ReactElement | null {
  const workbench = useContext(WorkbenchContext);
  return workbench === undefined ? null : <ToggleButton workbench={workbench} />;
}

function ToggleButton({ workbench }: { readonly workbench: Workbench }): ReactElement {
  const isShown = useStore(workbench.store, (state) => state.isShown);
  return (
    <button
      type="button"
      className="acp-icon-button files-button"
      aria-label="Files"
      aria-pressed={isShown}
      title="Files (Ctrl+Shift+E)"
      onClick={workbench.toggle}
    >
      <Icon name="file" />
    </button>
  );
}
