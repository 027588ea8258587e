import type { ChangedFile } from "@acp-store/core";
import { useChangedFiles } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { LineCount } from "../diff/LineCount.js";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import type { IconName } from "../controls/iconPaths.js";
import { relativePath } from "../format/paths.js";
import { FileChanges } from "./FileChanges.js";
import { FileList } from "./FileList.js";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { diffTexts } from "../texts/toolCallTexts.js";

/** The files that the session changed, each with its changes. */
export function ChangedFiles(): ReactElement {
  const files = useChangedFiles();
  const texts = useTexts("sidePanel", sidePanelTexts);
  if (files.length === 0) return <p className="acp-side-panel-note">{texts.noChangesYet}</p>;
  return (
    <FileList files={files}>
      {(file, isOpenByDefault) => (
        <ChangedFileSection file={file} isOpenByDefault={isOpenByDefault} />
      )}
    </FileList>
  );
}

type OperationText = (texts: UiTexts["diff"], panel: UiTexts["sidePanel"]) => string;

const OPERATION_TAGS: Readonly<
  Record<string, { readonly icon: IconName; readonly name: OperationText }>
> = {
  add: { icon: "diff", name: (_, { added }) => added },
  delete: { icon: "trash", name: ({ deleted }) => deleted },
  move: { icon: "move", name: ({ moved }) => moved },
  copy: { icon: "copy", name: ({ copied }) => copied },
};

interface ChangedFileSectionProps {
  readonly file: ChangedFile;
  readonly isOpenByDefault: boolean;
}

function ChangedFileSection(props: ChangedFileSectionProps): ReactElement {
  const { file, isOpenByDefault } = props;
  const { cwd } = useAcpUi();
  const [choice, setChoice] = useState<boolean>();
  const bodyId = useId();
  const isOpen = choice ?? isOpenByDefault;
  const panel = useTexts("sidePanel", sidePanelTexts);
  const texts = useTexts("diff", diffTexts);
  const operation = OPERATION_TAGS[file.operation];
  const name = operation?.name(texts, panel);
  return (
    <section className="acp-diff" aria-label={relativePath(file.path, cwd)}>
      <button
        type="button"
        className="acp-diff-header acp-diff-toggle"
        title={file.path}
        aria-expanded={isOpen}
        aria-controls={bodyId}
        onClick={() => setChoice(!isOpen)}
      >
        <Icon name={operation?.icon ?? "pencil"} />
        <span className="acp-diff-path">{relativePath(file.path, cwd)}</span>
        {name !== undefined && (
          <span className="acp-tag">
            {file.oldPath ? texts.from(name, relativePath(file.oldPath, cwd)) : name}
          </span>
        )}
        <LineCount added={file.added} removed={file.removed} />
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <FileChanges file={file} />}
      </div>
    </section>
  );
}
