import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { FileLocation } from "../context/acpUiContext.js";
import { relativePath } from "../format/paths.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The path in the header of a diff. It opens the file if the application can do that. */
export function DiffPath({ location }: { readonly location: FileLocation }): ReactElement {
  const { cwd, openLocation } = useAcpUi();
  const texts = useTexts("diff", diffTexts);
  const path = relativePath(location.path, cwd);
  if (openLocation === undefined) return <span className="acp-diff-path">{path}</span>;
  return (
    <button
      type="button"
      className="acp-diff-path acp-diff-open"
      aria-label={texts.openFile(path)}
      onClick={() => openLocation(location)}
    >
      {path}
    </button>
  );
}
