import { type ReactElement, useMemo } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { FileLocation } from "../context/acpUiContext.js";
import type { DiffViewProps } from "../context/slots.js";
import { Icon } from "../controls/Icon.js";
import { relativePath } from "../format/paths.js";
import { DiffLines } from "./DiffLines.js";
import { DiffPath } from "./DiffPath.js";
import { getLineDiff } from "./diffItem.js";
import { findDiffPosition } from "./diffPosition.js";
import { LineCount } from "./LineCount.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

function findLocation(path: string, call: DiffViewProps["call"]): FileLocation {
  return call?.locations?.find((location) => location.path === path) ?? { path };
}

/** One changed file with its diff. */
export function DiffView({ diff, call }: DiffViewProps): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("diff", diffTexts);
  const { rows, added, removed } = getLineDiff(diff);
  const position = useMemo(() => findDiffPosition(diff, call), [diff, call]);
  const path = relativePath(diff.path, cwd);
  const isNew = (diff.oldText ?? "") === "";
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header" title={diff.path}>
        <Icon name="file" />
        <DiffPath location={findLocation(diff.path, call)} />
        {isNew && <span className="acp-tag">{texts.newFile}</span>}
        <LineCount added={added} removed={removed} />
      </figcaption>
      <DiffLines rows={rows} label={texts.changesIn(path)} path={diff.path} position={position} />
    </figure>
  );
}
