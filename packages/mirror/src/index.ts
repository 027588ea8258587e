export {
  AcpMirrorError,
  type AcpMirrorErrorReason,
  isAcpMirrorError,
} from "./errors.js";
export type {
  MirrorAction,
  MirrorActionArgs,
  MirrorActionName,
  MirrorActionResults,
  MirrorKnownSessionRequest,
  MirrorListRequest,
  MirrorSessionRequest,
} from "./actions.js";
export type { MirrorAgent } from "./host/actionRunner.js";
export {
  hostMirrors,
  type HostMirrorsOptions,
  type MirrorHost,
  type MirrorRights,
} from "./host/hostMirrors.js";
export type { RedactEntity } from "./host/visibility.js";
export { acceptChannelLinks, channelLink } from "./links/channelLink.js";
export { type LinkSocket, type SocketEvent, socketLink } from "./links/socketLink.js";
export {
  acceptWebviewLinks,
  type WebviewApi,
  type WebviewContainer,
  webviewLink,
} from "./links/webviewLink.js";
export type { MirrorLink } from "./link.js";
export { type MessageEmitterLike, type MessagePortLike, portLink } from "./links/portLink.js";
export type { SettledAnswer } from "./wire.js";
export {
  createMirror,
  type Mirror,
  type MirrorActions,
  type MirrorOptions,
  type MirrorStatus,
  type OptionalOptions,
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
export {
  type SharedTab,
  type SharedTabsOptions,
  shareBetweenTabs,
} from "./tabs/shareBetweenTabs.js";
