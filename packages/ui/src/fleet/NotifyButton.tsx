import { type ReactElement, useState } from "react";
import { IconButton } from "../controls/IconButton.js";
import { fleetTexts } from "../texts/fleetTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** A button that allows notifications. Renders nothing once the user has decided. */
export function NotifyButton(): ReactElement | null {
  const texts = useTexts("fleet", fleetTexts);
  const [canAsk, setCanAsk] = useState(
    () => typeof Notification === "function" && Notification.permission === "default",
  );
  if (!canAsk) return null;
  const ask = async (): Promise<void> => {
    // Browsers also ignore the request where it is not allowed, and then the button stays.
    const permission = await Notification.requestPermission();
    setCanAsk(permission === "default");
  };
  return <IconButton icon="bell" label={texts.notify} onClick={() => void ask()} />;
}
