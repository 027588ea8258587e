import { useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";

interface Sending {
  readonly isSending: boolean;
  /** Why the last prompt was not taken in. */
  readonly refusal: string | undefined;
  /** Calls back as soon as the prompt is in the state: until then its text is nowhere else. */
  send(text: string, onTaken: () => void): void;
}

export function useSend(): Sending {
  const { actions } = usePanelScope();
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  async function run(text: string, onTaken: () => void): Promise<void> {
    setIsSending(true);
    setRefusal(undefined);
    const why = await actions?.prompt(text);
    setIsSending(false);
    setRefusal(why);
    if (why === undefined) onTaken();
  }
  return { isSending, refusal, send: (text, onTaken) => void run(text, onTaken) };
}
