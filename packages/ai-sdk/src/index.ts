export { getApprovalOptions } from "./toolParts.js";
export { toUIMessages, uiMessagesRead } from "./toUIMessages.js";

// Types
export type {
  AcpApprovalDescriptor,
  AcpDataParts,
  AcpMessageMetadata,
  AcpTool,
  AcpToolOutput,
  AcpTools,
  AcpUIMessage,
  AcpUIMessagePart,
} from "./uiMessage.js";
