import { type ReactElement, useState } from "react";
import { createLazyComponent, type LazyComponent } from "../controls/createLazyComponent.js";
import type { TerminalDialogProps } from "./TerminalDialog.js";
import type { TerminalSource } from "./terminalSource.js";

const LazyTerminalDialog: LazyComponent<TerminalDialogProps> = /* @__PURE__ */ createLazyComponent(
  async () => (await import("./TerminalDialog.js")).TerminalDialog,
);

/** The sign-in that the user has started. */
interface OpenSignIn extends Pick<TerminalDialogProps, "agentId" | "agentName" | "methodId"> {
  readonly settle: TerminalDialogProps["onClose"];
}

/** Sign-ins of a page in a terminal. Both are `undefined` without a source. */
interface TerminalSignInState {
  /** Opens the dialog. Resolves when the user has signed in, and rejects with a message for the user. */
  readonly signInInTerminal?: (
    agent: { readonly id: string; readonly name: string },
    methodId: string,
  ) => Promise<void>;
  /** The dialog while it is open. */
  readonly terminalDialog?: ReactElement;
}

/** Returns the dialog of a sign-in in a terminal while it is open. Its code is loaded with the first one. */
export function useTerminalSignIn(source: TerminalSource | undefined): TerminalSignInState {
  const [open, setOpen] = useState<OpenSignIn>();
  if (source === undefined) return {};
  return {
    signInInTerminal: ({ id, name }, methodId) =>
      new Promise((resolve, reject) =>
        setOpen({
          ...{ agentId: id, agentName: name, methodId },
          settle(problem) {
            setOpen(undefined);
            if (problem === undefined) resolve();
            else reject(new Error(problem));
          },
        }),
      ),
    ...(open !== undefined && {
      terminalDialog: <LazyTerminalDialog {...{ source, ...open }} onClose={open.settle} />,
    }),
  };
}
