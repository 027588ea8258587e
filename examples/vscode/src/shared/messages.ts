// The messages between the page and the extension besides those of the mirror, which have the field
// `acpMirror` and are read by `webviewLink` and `acceptWebviewLinks`.

/** The commands that the page may run. The manifest declares them with the prefix `acpStore.`. */
export const PANEL_COMMANDS = ["newSession", "restart"] as const;

/** A command that the page may run. */
export type PanelCommand = (typeof PANEL_COMMANDS)[number];

/** A message from the page to the extension. */
export type PanelMessage =
  /** The page has been loaded and wants to know the shown session. */
  | { readonly type: "loaded" }
  | { readonly type: "run"; readonly command: PanelCommand }
  /** The user has chosen a session. */
  | { readonly type: "show"; readonly sessionId: string };

/** A message from the extension to the page. */
export type HostMessage =
  | { readonly type: "shown"; readonly sessionId?: string }
  | { readonly type: "focusMessageField" };

/** Returns whether a message of the page is one of {@link PanelMessage}. */
export function isPanelMessage(message: unknown): message is PanelMessage {
  if (!hasType(message)) return false;
  if (message.type === "loaded") return true;
  if (message.type === "run")
    return "command" in message && PANEL_COMMANDS.some((name) => name === message.command);
  return message.type === "show" && "sessionId" in message && typeof message.sessionId === "string";
}

/** Returns whether a message of the extension is one of {@link HostMessage}. */
export function isHostMessage(message: unknown): message is HostMessage {
  return hasType(message) && (message.type === "shown" || message.type === "focusMessageField");
}

function hasType(message: unknown): message is { readonly type: unknown } {
  return typeof message === "object" && message !== null && "type" in message;
}
