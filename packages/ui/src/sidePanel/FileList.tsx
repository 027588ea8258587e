import { type ReactElement, useState } from "react";
import { sidePanelTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** With more files than this, all are collapsed by default. */
const MAX_OPEN_FILES = 3;
const FILES_PER_STEP = 50;

interface FileListProps<File> {
  readonly files: readonly File[];
  readonly children: (file: File, isOpenByDefault: boolean) => ReactElement;
}

/** A list of files, the first ones at first. */
export function FileList<File extends { readonly path: string }>(
  props: FileListProps<File>,
): ReactElement {
  const { files, children } = props;
  const texts = useTexts("sidePanel", sidePanelTexts);
  const [shownCount, setShownCount] = useState(FILES_PER_STEP);
  return (
    <>
      <ul className="acp-changed-files">
        {files.slice(0, shownCount).map((file) => (
          <li key={file.path}>{children(file, files.length <= MAX_OPEN_FILES)}</li>
        ))}
      </ul>
      {files.length > shownCount && (
        <button
          type="button"
          className="acp-link-button"
          onClick={() => setShownCount(shownCount + FILES_PER_STEP)}
        >
          {texts.moreFiles(files.length - shownCount)}
        </button>
      )}
    </>
  );
}
