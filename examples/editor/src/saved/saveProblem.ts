import type { SavingStatus } from "@acp-store/persist";

/** The reason why a session is not saved, in words for the user. */
export interface SaveProblem {
  readonly title: string;
  readonly detail: string;
}

const AT_RISK = "You can continue, but a reload would lose what is not saved.";

/** Returns the reason why a session is not saved, or `undefined` if it is. */
export function describeSaveProblem(status: SavingStatus): SaveProblem | undefined {
  switch (status) {
    case "ok":
      return undefined;
    case "full":
      return {
        title: "Could not save: storage is full",
        detail: `Forget sessions that you no longer need, or free space on the disk. ${AT_RISK}`,
      };
    case "superseded":
      return {
        title: "Not saved: this session is open in another tab",
        detail:
          "The other tab saves it now. Close this tab, or reload it after closing the other one.",
      };
    case "unknown_version":
      return {
        title: "Not saved: a newer version has saved this session",
        detail: "Reload the page to use the newer version.",
      };
    case "failing":
      return {
        title: "Could not save",
        detail: `The browser does not store the data of this page at the moment. ${AT_RISK}`,
      };
  }
}
