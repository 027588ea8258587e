import { createStore, type StoreApi } from "zustand/vanilla";

/** The parts of a narrow page, which are tabs. */
export const VIEWS = { conversation: "Conversation", files: "Files", review: "Review" } as const;

/** The part of a narrow page that is shown. */
export type WorkbenchView = keyof typeof VIEWS;

/** Returns the id of the element of a part. */
export const getPanelId = (view: WorkbenchView): string => `workbench-${view}`;

/** A place in a file to show. The editor shows it once. */
export interface Reveal {
  readonly path: string;
  /** The line, counted from 1. */
  readonly line?: number;
  /** The change to review. */
  readonly hunk?: "first" | "last";
  /** The editor gets the focus if it is the user. */
  readonly by: "agent" | "user";
}

/** The files of a folder that are open, and the parts of the page that are shown. */
export interface WorkbenchState {
  readonly view: WorkbenchView;
  /** Whether a wide page shows the files beside the conversation. */
  readonly isShown: boolean;
  /** The paths of the open files, relative to the folder, in the order of their tabs. */
  readonly tabs: readonly string[];
  /** The path of the file in the editor. */
  readonly active: string | undefined;
  /** Whether the editor follows the agent. */
  readonly isFollowing: boolean;
  /** The tab that was opened to follow the agent. The next file of the agent replaces it. */
  readonly followed: string | undefined;
  /** The place that was requested last. */
  readonly reveal: Reveal | undefined;
  /** The dialog that is open. */
  readonly dialog: "quickOpen" | "shortcuts" | undefined;
}

/** The state of the files of a folder, and its changes. */
export interface Workbench {
  /** The folder, an absolute path. */
  readonly folder: string;
  readonly store: StoreApi<WorkbenchState>;
  /** Opens a file, by default for the user. A path outside of the folder stays absolute. */
  open(path: string, place?: Partial<Omit<Reveal, "path">>): void;
  /** Forgets a place that was shown. */
  revealed(reveal: Reveal): void;
  /** Shows the tab of a file. */
  select(path: string): void;
  /** Closes a tab. The next one is shown. */
  close(path: string): void;
  show(view: WorkbenchView): void;
  /** Shows the files, or hides them. */
  toggle(): void;
  /** Stops following, because the user edits a file. */
  edited(path: string): void;
  setFollowing(isFollowing: boolean): void;
  setDialog(dialog: WorkbenchState["dialog"]): void;
}

type SavedTabs = Partial<Pick<WorkbenchState, "isShown" | "tabs" | "active">>;

/** Returns the workbench of a folder. Its tabs are saved, so that they are there after a reload. */
export function createWorkbench(
  folder: string,
  storage: Pick<Storage, "getItem" | "setItem">,
): Workbench {
  const key = `acp-editor-files:${folder}`;
  const saved = readTabs(storage, key);
  const store = createStore<WorkbenchState>(() => ({
    view: "conversation",
    isShown: false,
    tabs: [],
    active: undefined,
    isFollowing: true,
    followed: undefined,
    reveal: undefined,
    dialog: undefined,
    ...saved,
    // A file that the user has opened stays after a reload.
    ...(saved.active !== undefined && { isFollowing: false }),
  }));
  store.subscribe(({ isShown, tabs, active }, last) => {
    if (isShown === last.isShown && tabs === last.tabs && active === last.active) return;
    storage.setItem(
      key,
      JSON.stringify({ isShown, tabs, ...(active !== undefined && { active }) }),
    );
  });

  /** A tab that the user has chosen stays, and the editor no longer follows. */
  function chooseByHand(path: string): Pick<WorkbenchState, "followed" | "isFollowing"> {
    const { followed } = store.getState();
    return { isFollowing: false, followed: followed === path ? undefined : followed };
  }

  return {
    ...{ folder, store },
    open(absolute, { by = "user", ...place } = {}) {
      const path = relativeTo(folder, absolute);
      const { tabs, followed } = store.getState();
      const isOpen = tabs.includes(path);
      const reveal = { path, by, ...place };
      const shown = { active: path, tabs: isOpen ? tabs : [...tabs, path], reveal };
      if (by === "user") {
        store.setState({ ...shown, ...chooseByHand(path), isShown: true, view: "files" });
      } else if (isOpen) store.setState(shown);
      else {
        const others = tabs.filter((tab) => tab !== followed);
        store.setState({ ...shown, tabs: [...others, path], followed: path });
      }
    },
    revealed(reveal) {
      if (store.getState().reveal === reveal) store.setState({ reveal: undefined });
    },
    select: (path) => store.setState({ ...chooseByHand(path), active: path, reveal: undefined }),
    close(path) {
      const { tabs, active } = store.getState();
      const rest = tabs.filter((each) => each !== path);
      const next = rest[Math.min(tabs.indexOf(path), rest.length - 1)];
      store.setState({ tabs: rest, ...(active === path && { active: next, reveal: undefined }) });
    },
    show: (view) => store.setState({ view, ...(view === "files" && { isShown: true }) }),
    toggle() {
      const { isShown } = store.getState();
      store.setState({ isShown: !isShown, view: isShown ? "conversation" : "files" });
    },
    edited(path) {
      const { isFollowing, followed } = store.getState();
      // Typing renders nothing else.
      if (isFollowing || followed === path) store.setState(chooseByHand(path));
    },
    setFollowing: (isFollowing) => store.setState({ isFollowing }),
    setDialog: (dialog) =>
      store.setState({
        dialog,
        ...(dialog !== undefined && { isShown: true, view: "files" as const }),
      }),
  };
}

/** Returns a path relative to a folder, with `/`. A path outside of the folder stays absolute. */
export function relativeTo(folder: string, path: string): string {
  const start = /[\\/]$/.test(folder) ? folder : `${folder}${folder.includes("\\") ? "\\" : "/"}`;
  if (!path.startsWith(start)) return path;
  const rest = path.slice(start.length);
  return folder.includes("\\") ? rest.replaceAll("\\", "/") : rest;
}

/** Returns whether a path is absolute: it is outside of the folder. */
export function isOutside(path: string): boolean {
  return /^(?:[\\/]|[a-z]:[\\/])/i.test(path);
}

function readTabs(storage: Pick<Storage, "getItem">, key: string): SavedTabs {
  try {
    const value: unknown = JSON.parse(storage.getItem(key) ?? "null");
    if (typeof value !== "object" || value === null) return {};
    const { isShown, tabs, active } = value as Record<keyof SavedTabs, unknown>;
    const paths = Array.isArray(tabs) ? tabs.filter((path) => typeof path === "string") : [];
    return {
      isShown: isShown === true,
      tabs: paths,
      ...(typeof active === "string" && paths.includes(active) && { active }),
    };
  } catch {
    return {};
  }
}
