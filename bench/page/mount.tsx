import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import type { AcpStore } from "@acp-store/core";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** Renders content for one session into the page. Returns a function that removes it. */
export function mount(store: AcpStore, sessionId: string, content: ReactNode): () => void {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  const page = (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>{content}</AcpSessionProvider>
    </AcpStoreProvider>
  );
  flushSync(() => root.render(page));
  return () => {
    root.unmount();
    element.remove();
  };
}
