import { listReportedEdits, type ToolCallContent } from "@acp-store/core";
import type { PendingPermission } from "@acp-store/react";
import type { EditPreview } from "@acp-store/review";
import { useProvidedReview, useReview, useReviewState } from "@acp-store/review/react";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import type { ProposedEditsProps } from "../context/slots.js";
import { Icon } from "../controls/Icon.js";
import { computeLineDiff } from "../diff/computeLineDiff.js";
import { DiffLines } from "../diff/DiffLines.js";
import { DiffPath } from "../diff/DiffPath.js";
import { START_OF_FILE } from "../diff/diffPosition.js";
import { isDiff } from "../diff/isDiff.js";
import { LineCount } from "../diff/LineCount.js";
import { relativePath } from "../format/paths.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { diffTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The time without changes after which the difference is computed again, in ms. */
const REFRESH_MS = 300;

/**
 * The content of a permission request, with the difference that its edits make on disk in place of the one that
 * the agent shows. Where these differ, a note says so.
 */
export function ProposedEdits({ permission, content, children }: ProposedEditsProps): ReactElement {
  const previews = useEditPreviews(permission);
  const known = new Set(
    previews.filter(({ after }) => after !== undefined).map(({ path }) => path),
  );
  const isReplaced = (item: ToolCallContent): boolean =>
    isDiff(item) && listReportedEdits([item]).every(({ path }) => known.has(path));
  const shown = new Set(
    content.filter(isReplaced).flatMap((item) => listReportedEdits([item]).map(({ path }) => path)),
  );
  return (
    <>
      {previews.map((preview) => (
        <PreviewNote key={preview.path} preview={preview} />
      ))}
      {previews.map(
        (preview) =>
          shown.has(preview.path) && <PreviewedFile key={preview.path} preview={preview} />,
      )}
      {content.map((item, index) => !isReplaced(item) && children(item, index))}
    </>
  );
}

/** Returns what the edits of a request do to the files now. Empty until it is known. */
function useEditPreviews({ sessionId, permissionId }: PendingPermission): readonly EditPreview[] {
  const review = useReview();
  const agentId = useProvidedReview()?.agentId ?? "";
  const files = useReviewState((state) => state.files);
  const [previews, setPreviews] = useState<readonly EditPreview[]>([]);
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    // While other agents write, the files change all the time.
    const timer = setTimeout(
      () =>
        review.previewEdits({ agentId, sessionId, permissionId }).then(
          (next) => {
            if (isCurrent) setPreviews(next);
          },
          // Without a connection, the difference that the agent shows stays.
          () => {},
        ),
      isFirst.current ? 0 : REFRESH_MS,
    );
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [review, agentId, sessionId, permissionId, files]);
  return previews;
}

function PreviewNote({ preview }: { readonly preview: EditPreview }): ReactElement | null {
  const { cwd } = useAcpUi();
  const texts = useTexts("review", reviewTexts);
  if (preview.mismatch === undefined) return null;
  return (
    <p className="acp-review-mismatch" role="status">
      <Icon name="alert" />
      <span>
        <code>{relativePath(preview.path, cwd)}</code>: {texts.mismatch[preview.mismatch]}
      </span>
    </p>
  );
}

function PreviewedFile({ preview }: { readonly preview: EditPreview }): ReactElement {
  const { cwd } = useAcpUi();
  const texts = useTexts("diff", diffTexts);
  const { before, after = null } = preview;
  const { rows, added, removed } = computeLineDiff(before ?? "", after ?? "");
  const path = relativePath(preview.path, cwd);
  const tag = before === null ? texts.newFile : after === null ? texts.deleted : undefined;
  return (
    <figure className="acp-ui acp-diff">
      <figcaption className="acp-diff-header" title={preview.path}>
        <Icon name="file" />
        <DiffPath location={preview} />
        {tag !== undefined && <span className="acp-tag">{tag}</span>}
        <LineCount added={added} removed={removed} />
      </figcaption>
      <DiffLines
        rows={rows}
        label={texts.changesIn(path)}
        path={preview.path}
        position={START_OF_FILE}
      />
    </figure>
  );
}
