import { useSession } from "@acp-store/react";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { CommentLayerProps } from "./CommentLayer.js";
import type { CommentListProps } from "./CommentList.js";

const loadComments = () => import("./index.js");

const LazyCommentLayer: LazyComponent<CommentLayerProps> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadComments()).CommentLayer,
);

/** The comments that are sent with the next prompt. */
export const LazyCommentList: LazyComponent<CommentListProps> = /* @__PURE__ */ createLazyComponent(
  async () => (await loadComments()).CommentList,
);

/**
 * Lets the user comment on lines, if the session has a composer that sends the comments. Without an agent, the
 * lines may be shown outside of any session.
 */
export function LineCommenting(props: CommentLayerProps): ReactElement | null {
  const { agent, isRecording } = useAcpUi();
  return agent === undefined || isRecording ? null : <SessionCommenting {...props} />;
}

function SessionCommenting(props: CommentLayerProps): ReactElement | null {
  const takesPrompts = useSession(
    (session) => session !== undefined && !session.closed && session.parentSessionId === undefined,
  );
  return takesPrompts ? <LazyCommentLayer {...props} /> : null;
}
