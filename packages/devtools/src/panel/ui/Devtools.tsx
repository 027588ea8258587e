import { type ReactNode, useState } from "react";
import { loadSettings, type Settings, saveSettings } from "../model/settings.js";
import type { AcpDevtoolsProps } from "../options.js";
import { Frame } from "./Frame.js";
import { Icon } from "./Icon.js";
import { SourceView } from "./SourceView.js";
import { useLiveSource } from "./useLiveSource.js";

/** The button, or the panel. */
export function Devtools({
  store,
  history,
  name,
  initialOpen,
  position = "docked",
}: Omit<AcpDevtoolsProps, "enabled" | "theme">): ReactNode {
  const [settings, setSettings] = useState(() => loadSettings(initialOpen, position));
  const [wasOpen, setWasOpen] = useState(settings.isOpen);
  // The focus goes along when the user opens and closes the panel, and is left alone else.
  const [wasToggled, setWasToggled] = useState(false);
  const live = useLiveSource(store, history, name, wasOpen);

  function change(changed: Partial<Settings>): void {
    const next = { ...settings, ...changed };
    setSettings(next);
    saveSettings(next);
    if (next.isOpen) setWasOpen(true);
    if (next.isOpen !== settings.isOpen) setWasToggled(true);
  }

  if (!settings.isOpen)
    return (
      <button
        type="button"
        className="opener"
        aria-label="Open the ACP devtools"
        title="Open the ACP devtools"
        autoFocus={wasToggled}
        onClick={() => change({ isOpen: true })}
      >
        <Icon name="logo" />
        <span>ACP</span>
      </button>
    );
  return (
    <Frame settings={settings} onChange={change} takesFocus={wasToggled}>
      <SourceView live={live} settings={settings} onChange={change} />
    </Frame>
  );
}
