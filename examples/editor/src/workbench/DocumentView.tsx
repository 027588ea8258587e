import { Spinner } from "@acp-store/ui";
import { type ReactElement, type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { Editor } from "./Editor.js";
import type { FileDocument } from "./fileDocument.js";
import type { FolderReview } from "./folderReview.js";
import type { Workbench } from "./workbenchState.js";

interface DocumentViewProps {
  readonly document: FileDocument;
  readonly workbench: Workbench;
  readonly folderReview: FolderReview | undefined;
}

/** A file in its editor, with a notice if the file on disk differs. */
export function DocumentView(props: DocumentViewProps): ReactElement {
  const { document } = props;
  const { status, error, disk } = useStore(document.store);
  useEffect(() => void document.load(), [document]);
  const overwrite = (): unknown => {
    document.keepMine();
    return document.save();
  };
  if (status === "loading")
    return (
      <p className="acp-connecting" role="status">
        <Spinner />
        Loading…
      </p>
    );
  if (status === "failed")
    return (
      <FileNotice text={error ?? ""}>
        <NoticeButton label="Try again" onPress={document.checkDisk} />
      </FileNotice>
    );
  return (
    <>
      {disk === undefined && error !== undefined && (
        <FileNotice text={`The file was not saved: ${error}`}>
          <NoticeButton label="Try again" onPress={document.save} />
        </FileNotice>
      )}
      {disk?.kind === "changed" && (
        <FileNotice text="The file has changed on disk, and you have unsaved edits.">
          <NoticeButton label="Reload" onPress={document.reload} />
          <NoticeButton label="Keep mine" onPress={document.keepMine} />
          <NoticeButton label="Overwrite" onPress={overwrite} />
        </FileNotice>
      )}
      {disk?.kind === "missing" && (
        <FileNotice text={`The file is not on disk: ${disk.reason}`}>
          <NoticeButton label="Save it again" onPress={overwrite} />
        </FileNotice>
      )}
      <Editor {...props} />
    </>
  );
}

function FileNotice(props: { readonly text: string; readonly children: ReactNode }): ReactElement {
  return (
    <div className="file-notice" role="alert">
      <span>{props.text}</span>
      <span className="file-notice-buttons">{props.children}</span>
    </div>
  );
}

interface NoticeButtonProps {
  readonly label: string;
  readonly onPress: () => unknown;
}

function NoticeButton({ label, onPress }: NoticeButtonProps): ReactElement {
  return (
    <button type="button" className="acp-button" onClick={() => void onPress()}>
      {label}
    </button>
  );
}
