import { Icon, type IconName } from "@acp-store/ui";
import type { ReactElement } from "react";
import { useStore } from "zustand";
import type { FileDocument } from "./fileDocument.js";
import type { Workbench } from "./workbenchState.js";

interface FilesBarProps {
  readonly workbench: Workbench;
  /** The document in the editor. */
  readonly document: FileDocument | undefined;
  readonly isTreeShown: boolean;
  readonly onToggleTree: () => void;
}

/** The commands above the files. */
export function FilesBar(props: FilesBarProps): ReactElement {
  const { workbench, document, isTreeShown, onToggleTree } = props;
  const isFollowing = useStore(workbench.store, (state) => state.isFollowing);
  const { setDialog, setFollowing } = workbench;
  return (
    <header className="files-bar">
      <BarButton icon="folder" label="Tree" isPressed={isTreeShown} onPress={onToggleTree} />
      <BarButton icon="search" label="Go to a file" onPress={() => setDialog("quickOpen")} />
      {document !== undefined && <SaveButton document={document} />}
      <BarButton
        icon="eye"
        label={isFollowing ? "Stop following the agent" : "Follow the agent"}
        isPressed={isFollowing}
        onPress={() => setFollowing(!isFollowing)}
      />
      <BarButton
        icon="question"
        label="Keyboard shortcuts"
        onPress={() => setDialog("shortcuts")}
      />
    </header>
  );
}

function SaveButton({ document }: { readonly document: FileDocument }): ReactElement | null {
  const { isDirty, isSaving } = useStore(document.store);
  if (!isDirty && !isSaving) return null;
  return (
    <button
      type="button"
      className="acp-button files-save"
      aria-busy={isSaving}
      onClick={() => void document.save()}
    >
      Save
    </button>
  );
}

interface BarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}

function BarButton({ icon, label, isPressed, onPress }: BarButtonProps): ReactElement {
  return (
    <button
      type="button"
      className="acp-icon-button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
