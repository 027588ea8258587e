import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import type { AcpStore } from "@acp-store/core";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** Shows something of one session in the page. Returns how to take it away. */
export function mount(store: AcpStore, sessionId: string, shown: ReactNode): () => void {
  const element = document.body.appendChild(document.createElement("div"));
  const root = createRoot(element);
  const page = (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>{shown}</AcpSessionProvider>
    </AcpStoreProvider>
  );
  flushSync(() => root.render(page));
  return () => {
    root.unmount();
    element.remove();
  };
}
