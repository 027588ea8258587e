import type { ReadableAcpStore } from "@acp-store/core";
import type { History } from "@acp-store/devtools";
import type { ResendAgent } from "@acp-store/devtools/panel";
import type { Mirror, MirrorHost } from "@acp-store/mirror";
import { useAcpView } from "@acp-store/react";
import { type ReactElement, useEffect, useState } from "react";
import { LazyAcpDevtools } from "../onDemand.js";
import { useChosenTheme } from "../shell/theme.js";
import { useDevtoolsHistory } from "./useDevtoolsHistory.js";

/** The store of the connection. */
interface DevtoolsSource {
  readonly store: ReadableAcpStore;
  readonly history: History;
  /** Sends messages again. */
  readonly resendAgent?: ResendAgent;
  /** Serves the mirrors of the other tabs and the phones. */
  readonly host?: MirrorHost;
}

interface DevtoolsToggleProps {
  /** The store with the messages, and its history. Default: those of the provider. */
  readonly source?: DevtoolsSource | undefined;
  /** The mirror that this tab shows. */
  readonly mirror?: Mirror;
}

/**
 * Toggles the devtools with Alt+Shift+D. They record from the start, even while hidden. In a tab that
 * is not connected to the agent itself, they show the changes, but not the messages.
 */
export function DevtoolsToggle({ source, mirror }: DevtoolsToggleProps): ReactElement | null {
  const view = useAcpView();
  const viewHistory = useDevtoolsHistory(source === undefined ? view : undefined);
  const { store, history } = source ?? { store: view, history: viewHistory };
  const theme = useChosenTheme() ?? "system";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { code, altKey, shiftKey, ctrlKey, metaKey, repeat } = event;
      // Compares the physical key, because on a Mac the Alt key changes the letter.
      if (code !== "KeyD" || !altKey || !shiftKey || ctrlKey || metaKey || repeat) return;
      event.preventDefault();
      setIsShown((shown) => !shown);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  if (!isShown || history === undefined) return null;
  return (
    <LazyAcpDevtools
      store={store}
      history={history}
      agent={source?.resendAgent}
      mirrorHost={source?.host}
      mirror={mirror}
      theme={theme}
      enabled
      initialOpen
    />
  );
}
