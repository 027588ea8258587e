import { describe, expect, it } from "vitest";
import { createWorkbench, relativeTo } from "../../src/workbench/workbenchState.js";

/** Creates a storage like that of the browser. */
function createStorage(): Pick<Storage, "getItem" | "setItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
}

const open = (storage = createStorage()) => createWorkbench("/work", storage);

describe("the tabs of a folder", () => {
  it("keeps one tab for each file that was opened", () => {
    const { store, ...workbench } = open();
    workbench.open("/work/src/a.ts");
    workbench.open("b.ts", { line: 3 });
    workbench.open("src/a.ts");
    expect(store.getState()).toMatchObject({
      tabs: ["src/a.ts", "b.ts"],
      active: "src/a.ts",
      isShown: true,
    });
  });

  it("shows the next file when one is closed", () => {
    const { store, ...workbench } = open();
    for (const path of ["a", "b", "c"]) workbench.open(path);
    workbench.select("b");
    workbench.close("b");
    expect(store.getState()).toMatchObject({ tabs: ["a", "c"], active: "c" });
    workbench.close("c");
    workbench.close("a");
    expect(store.getState()).toMatchObject({ tabs: [], active: undefined });
  });

  it("keeps the tabs after a reload", () => {
    const storage = createStorage();
    open(storage).open("a");
    expect(open(storage).store.getState()).toMatchObject({
      tabs: ["a"],
      active: "a",
      isShown: true,
      isFollowing: false,
    });
  });

  it.each(["{", "3", '{"tabs":[1,"a"],"active":"z"}', '{"tabs":"a"}'])(
    "ignores the damaged value %s of the storage",
    (value) => {
      const { store } = open({ getItem: () => value, setItem: () => {} });
      expect(store.getState().active).toBeUndefined();
      expect(store.getState().tabs.every((tab) => tab === "a")).toBe(true);
    },
  );
});

describe("following the agent", () => {
  it("ends with the first key, and the others change nothing", () => {
    const { store, ...workbench } = open();
    workbench.open("a", { by: "agent" });
    workbench.edited("a");
    const stopped = store.getState();
    expect(stopped).toMatchObject({ isFollowing: false, followed: undefined });
    workbench.edited("a");
    expect(store.getState()).toBe(stopped);
  });

  it("uses one tab, which does not show the files", () => {
    const { store, ...workbench } = open();
    workbench.open("a", { by: "agent", line: 2 });
    workbench.open("b", { by: "agent" });
    expect(store.getState()).toMatchObject({
      tabs: ["b"],
      isFollowing: true,
      isShown: false,
      reveal: { path: "b", by: "agent" },
    });
  });

  it("ends when the user opens, chooses or edits a file, whose tab stays", () => {
    for (const choose of ["open", "select", "edited"] as const) {
      const { store, ...workbench } = open();
      workbench.open("a", { by: "agent" });
      workbench[choose]("a");
      expect(store.getState().isFollowing).toBe(false);
      workbench.setFollowing(true);
      workbench.open("b", { by: "agent" });
      expect(store.getState().tabs).toEqual(["a", "b"]);
    }
  });
});

describe("relativeTo", () => {
  it.each([
    ["/work", "/work/src/a.ts", "src/a.ts"],
    ["/work", "/workshop/a.ts", "/workshop/a.ts"],
    ["/", "/etc/hosts", "etc/hosts"],
    ["C:\\work", "C:\\work\\src\\a.ts", "src/a.ts"],
    ["/work", "src/a.ts", "src/a.ts"],
  ])("names in %s the file %s as %s", (folder, path, expected) => {
    expect(relativeTo(folder, path)).toBe(expected);
  });
});
