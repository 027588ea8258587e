import { afterEach, describe, expect, it, vi } from "vitest";
import { fileMentions, type FolderFiles } from "../../src/mentions/fileMentions.js";

const SESSION = { sessionId: "s1", cwd: "/p" };
const { signal } = new AbortController();

function createFiles(paths: readonly string[]) {
  const list = vi.fn<FolderFiles["list"]>(async () => ({ paths }));
  const read = vi.fn<FolderFiles["read"]>(async (folder, path) => ({ text: `${folder} ${path}` }));
  return { list, read };
}

describe("fileMentions", () => {
  afterEach(() => vi.useRealTimers());

  it("finds the files of the working directory, with their address and folder", async () => {
    const source = fileMentions(createFiles(["src/my file.ts", "a.ts"]));
    expect(await source.search("my", SESSION, signal)).toEqual([
      {
        ...{ uri: "file:///p/src/my%20file.ts", kind: "file", text: "src/my file.ts" },
        ...{ label: "my file.ts", detail: "src" },
      },
    ]);
  });

  it.each([
    [String.raw`C:\Users\me`, "file:///C:/Users/me/a%23.ts"],
    [String.raw`\\server\share`, "file://server/share/a%23.ts"],
    ["/p/", "file:///p/a%23.ts"],
  ])("forms the address of a file in %s", async (cwd, uri) => {
    const source = fileMentions(createFiles(["a#.ts"]));
    expect(await source.search("a", { ...SESSION, cwd }, signal)).toMatchObject([{ uri }]);
  });

  it("accepts a path with half of a character", async () => {
    const source = fileMentions(createFiles(["a\ud800.ts"]));
    const found = await source.search("a", SESSION, signal);
    expect(found).toMatchObject([{ uri: "file:///p/a%EF%BF%BD.ts" }]);
  });

  it("finds none without a working directory", async () => {
    const files = createFiles(["a.ts"]);
    const session = { ...SESSION, cwd: undefined };
    expect(await fileMentions(files).search("", session, signal)).toEqual([]);
    expect(files.list).not.toHaveBeenCalled();
  });

  it("reads a file of the folder", async () => {
    const source = fileMentions(createFiles(["src/a.ts"]));
    const [mention] = await source.search("a", SESSION, signal);
    expect(mention && (await source.read(mention, SESSION, signal))).toEqual({
      text: "/p src/a.ts",
    });
  });

  it("lists a folder once for several searches, again after ten seconds, and per folder", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const files = createFiles(["a.ts"]);
    const source = fileMentions(files);
    await Promise.all([source.search("", SESSION, signal), source.search("a", SESSION, signal)]);
    expect(files.list).toHaveBeenCalledTimes(1);
    vi.setSystemTime(Date.now() + 10_000);
    await source.search("a", SESSION, signal);
    expect(files.list).toHaveBeenCalledTimes(2);
    await source.search("a", { ...SESSION, cwd: "/q" }, signal);
    expect(files.list).toHaveBeenLastCalledWith("/q");
  });

  it("reports that the folder cannot be listed, and tries again with the next search", async () => {
    const files = createFiles(["a.ts"]);
    files.list.mockRejectedValueOnce(new Error("The folder is gone."));
    const source = fileMentions(files);
    await expect(source.search("a", SESSION, signal)).rejects.toThrow("The folder is gone.");
    expect(await source.search("a", SESSION, signal)).toHaveLength(1);
  });
});
