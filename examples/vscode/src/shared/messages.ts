// The messages between the page and the extension besides those of the fleet, which have the field
// `acpMirror` and are read by `webviewLink` and `acceptWebviewLinks`.

/** A message from the page to the extension. */
export type PanelMessage =
  /** The page has been loaded and wants to know what to show. */
  | { readonly type: "loaded" }
  /** The user has chosen a session by its key, or an agent by its id. */
  | { readonly type: "show"; readonly key: string }
  /** The user wants a new session with an agent. */
  | { readonly type: "newSession"; readonly agentId: string }
  /** The user has chosen a file that an agent names. The line counts from 1. */
  | { readonly type: "open"; readonly path: string; readonly line?: number };

/** A message from the extension to the page. */
export type HostMessage =
  | { readonly type: "shown"; readonly key?: string }
  | { readonly type: "focusMessageField" };

/** Returns whether a message of the page is one of {@link PanelMessage}. */
export function isPanelMessage(message: unknown): message is PanelMessage {
  if (!hasType(message)) return false;
  switch (message.type) {
    case "loaded":
      return true;
    case "show":
      return "key" in message && typeof message.key === "string";
    case "newSession":
      return "agentId" in message && typeof message.agentId === "string";
    case "open":
      return (
        "path" in message &&
        typeof message.path === "string" &&
        (!("line" in message) || Number.isSafeInteger(message.line))
      );
    default:
      return false;
  }
}

/** Returns whether a message of the extension is one of {@link HostMessage}. */
export function isHostMessage(message: unknown): message is HostMessage {
  return hasType(message) && (message.type === "shown" || message.type === "focusMessageField");
}

function hasType(message: unknown): message is { readonly type: unknown } {
  return typeof message === "object" && message !== null && "type" in message;
}
