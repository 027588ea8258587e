export { AcpMirrorError, isAcpMirrorError } from "./errors.js";
export { hostMirrors } from "./host/hostMirrors.js";
export { acceptChannelLinks, channelLink } from "./links/channelLink.js";
export { openLinkChannels } from "./links/linkChannels.js";
export { socketLink } from "./links/socketLink.js";
export { acceptWebviewLinks, webviewLink } from "./links/webviewLink.js";
export { portLink } from "./links/portLink.js";
export { createMirror } from "./mirror/createMirror.js";
export { shareBetweenTabs } from "./tabs/shareBetweenTabs.js";

// Types
export type { AcpMirrorErrorReason } from "./errors.js";
export type { MirrorAgent, MirrorAgentActions } from "./host/actionRunner.js";
export type { MirrorAction, MirrorRights } from "./host/actor.js";
export type { HostMirrorsOptions, MirrorHost } from "./host/hostMirrors.js";
export type { RedactionOptions } from "./host/redaction.js";
export type { RedactEntity } from "./host/visibility.js";
export type { LinkChannels } from "./links/linkChannels.js";
export type { LinkSocket, SocketEvent } from "./links/socketLink.js";
export type { WebviewApi, WebviewContainer } from "./links/webviewLink.js";
export { openChunkedLink } from "./link.js";
export type { ChunkedLink, MirrorLink } from "./link.js";
export type { MessageEmitterLike, MessagePortLike } from "./links/portLink.js";
export type { SettledAnswer } from "./wire.js";
export type {
  Mirror,
  MirrorActions,
  MirrorOptions,
  MirrorStatus,
} from "./mirror/createMirror.js";
export type {
  HostedLaneStats,
  HostedMirrorStats,
  HostFailure,
  LanePosition,
  LinkFailure,
  MirrorHostStats,
  MirrorLaneStats,
  MirrorStats,
  RefusedAction,
  RunningActionStats,
} from "@acp-store/core/replica";
export type { OwnedHost, Ownership } from "./ownership.js";
export type { SharedTab, SharedTabsOptions } from "./tabs/shareBetweenTabs.js";
