import { createGate } from "@acp-store/testing";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Mention, MentionContent, MentionSource } from "../../src/mentions/mention.js";
import { renderSessions } from "./renderSessions.js";

beforeAll(async () => {
  // jsdom has no layout.
  Element.prototype.scrollIntoView ??= () => {};
  await import("../../src/mentions/index.js");
});

const FILES = ["src/a.ts", "src/a.tsx", "docs/my file.md"];

const toMention = (path: string): Mention => ({
  ...{ uri: `file:///p/${encodeURI(path)}`, kind: "file", text: path },
  label: path.slice(path.lastIndexOf("/") + 1),
});

/** Creates a source of {@link FILES} whose searches and reads can be replaced. */
function createSource() {
  const search = vi.fn<MentionSource["search"]>(async (query) =>
    FILES.filter((path) => path.includes(query)).map(toMention),
  );
  const read = vi.fn<MentionSource["read"]>(async ({ text }) => ({ text: `Text of ${text}` }));
  return { search, read };
}

function renderMentions(promptCapabilities: object = { embeddedContext: true }) {
  const source = createSource();
  return { source, ...renderSessions(1, { promptCapabilities }, {}, { mentions: [source] }) };
}

const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Message" });
const list = (): HTMLElement | null => screen.queryByRole("listbox", { name: "Mentions" });
const options = (): readonly (string | null)[] =>
  screen.queryAllByRole("option").map(({ textContent }) => textContent);
const chip = (): string | null | undefined =>
  screen.queryByRole("list", { name: "Attachments" })?.textContent;

/** Adds the letters to the text, as the keys of a keyboard do. */
async function type(letters: string): Promise<void> {
  for (const letter of letters)
    await act(async () => {
      fireEvent.change(field(), { target: { value: field().value + letter } });
    });
}
/** Types a mention, and waits for the list of what is found. */
async function typeMention(letters: string): Promise<void> {
  await type(letters);
  await screen.findByRole("listbox", { name: "Mentions" });
}
const press = (key: string): Promise<void> =>
  act(async () => void fireEvent.keyDown(field(), { key }));

/** Types a mention, and chooses the first one that is found. */
async function mention(name: string): Promise<void> {
  await typeMention(`@${name}`);
  await press("Enter");
}

describe("a mention that is typed", () => {
  it("lists what the sources find, and names the active row", async () => {
    renderMentions();
    await typeMention("Look at @a.t");
    expect(options()).toEqual(["a.ts", "a.tsx"]);
    expect(field().getAttribute("aria-controls")).toBe(list()?.id);
    await press("ArrowDown");
    const active = document.getElementById(field().getAttribute("aria-activedescendant") ?? "");
    expect([active?.textContent, active?.ariaSelected]).toEqual(["a.tsx", "true"]);
  });

  it.each(["me@a", "(@a", "@ a"])("searches for nothing in %j", async (text) => {
    const { source } = renderMentions();
    await typeMention("@");
    fireEvent.change(field(), { target: { value: "" } });
    source.search.mockClear();
    await type(text);
    expect(list()).toBeNull();
    expect(source.search.mock.calls.flatMap(([query]) => query)).not.toContain("a");
  });

  it("closes the list when nothing matches, such as a decorator", async () => {
    renderMentions();
    await typeMention("@");
    await type("Inj");
    await vi.waitFor(() => expect(list()).toBeNull());
  });

  it("opens no list for pasted code, until a mention is typed in it", async () => {
    const { source } = renderMentions();
    await act(async () => void fireEvent.change(field(), { target: { value: "class A {}\n@a" } }));
    expect(source.search).not.toHaveBeenCalled();
    await typeMention(".");
    expect(options()).toEqual(["a.ts", "a.tsx"]);
  });

  it("is closed with Escape until the next mention, and by moving the caret", async () => {
    renderMentions();
    await typeMention("@a");
    await press("Escape");
    expect(list()).toBeNull();
    await type(".");
    expect(list()).toBeNull();
    await typeMention(" @a");
    field().setSelectionRange(0, 0);
    await act(async () => void fireEvent.select(field()));
    expect(list()).toBeNull();
  });

  it("never shows the results of an earlier search after those of a later one", async () => {
    const { source } = renderMentions();
    const gate = createGate();
    const signals: AbortSignal[] = [];
    source.search.mockImplementation(async (query, _session, signal) => {
      signals.push(signal);
      if (query === "a") await gate.pass();
      return [toMention(`${query}-file`)];
    });
    await type("@a");
    await act(() => gate.reached);
    await typeMention("b");
    expect(options()).toEqual(["ab-file"]);
    await act(async () => gate.open());
    expect(options()).toEqual(["ab-file"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  });

  it("reports a source that cannot search", async () => {
    const { source } = renderMentions();
    source.search.mockRejectedValue(new Error("The folder is gone."));
    await type("@a");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Some mentions were not found: The folder is gone.",
    );
  });

  it("says that there are more mentions than shown", async () => {
    const { source } = renderMentions();
    source.search.mockResolvedValue(
      Array.from({ length: 31 }, (_, index) => toMention(`f${index}`)),
    );
    await typeMention("@f");
    expect(options()).toHaveLength(30);
    expect(list()?.textContent).toContain("There are more. Type to narrow the list.");
  });
});

describe("a chosen mention", () => {
  it("stays in the text, and is sent as an embedded resource", async () => {
    const { sent } = renderMentions();
    await type("Fix ");
    await mention("a.ts");
    expect(field().value).toBe("Fix @src/a.ts ");
    expect(chip()).toBe("a.ts0.1 kB");
    await press("Enter");
    const resource = {
      uri: "file:///p/src/a.ts",
      mimeType: "text/plain",
      text: "Text of src/a.ts",
    };
    expect(sent).toEqual([
      [
        { type: "text", text: "Fix @src/a.ts" },
        { type: "resource", resource },
      ],
    ]);
    expect(chip()).toBeUndefined();
  });

  it("is sent as a link to an agent that accepts no embedded resources", async () => {
    const { sent } = renderMentions({});
    await mention("my");
    expect(field().value).toBe("@docs/my file.md ");
    expect(chip()).toBe("my file.mdLink");
    await press("Enter");
    expect(sent[0]?.[1]).toMatchObject({
      ...{ type: "resource_link", name: "my file.md" },
      uri: "file:///p/docs/my%20file.md",
    });
  });

  it("is sent as a link if only the agent can read it", async () => {
    const { source, sent } = renderMentions();
    source.read.mockRejectedValue(new Error("It is not a text."));
    await mention("a.ts");
    await press("Enter");
    expect(sent[0]?.[1]).toMatchObject({ type: "resource_link" });
  });

  it("is refused with a reason if it can be sent in no way", async () => {
    const { source } = renderMentions();
    const tables: Mention = { uri: "db:tables", kind: "other", label: "Tables" };
    source.search.mockResolvedValue([tables]);
    source.read.mockResolvedValueOnce({ text: "x".repeat(1_000_001) });
    await mention("T");
    expect((await screen.findByRole("alert")).textContent).toBe("Tables is larger than 1 MB");
    expect(chip()).toBeUndefined();
    source.read.mockRejectedValueOnce(new Error("No connection."));
    await mention("T");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Could not read Tables: No connection.",
    );
  });

  it("delays sending until it is read", async () => {
    const { source, sent } = renderMentions();
    let finish: (content: MentionContent) => void = () => {};
    source.read.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    await mention("a.ts");
    expect(screen.getByRole("status").textContent).toBe("Reading a.ts…");
    await press("Enter");
    expect(sent).toEqual([]);
    await act(async () => finish({ text: "Text" }));
    await press("Enter");
    expect(sent[0]).toHaveLength(2);
  });

  it("is removed from the text with its attachment, even if that is still being read", async () => {
    const { source } = renderMentions();
    await type("Fix ");
    await mention("a.ts");
    await type("now");
    fireEvent.click(screen.getByRole("button", { name: "Remove a.ts" }));
    expect([field().value, chip()]).toEqual(["Fix now", undefined]);
    source.read.mockReturnValue(new Promise(() => {}));
    await type(" ");
    await mention("a.ts");
    fireEvent.click(screen.getByRole("button", { name: "Remove a.ts" }));
    expect([field().value, chip()]).toEqual(["Fix now ", undefined]);
    expect(source.read.mock.lastCall?.[2].aborted).toBe(true);
  });

  it("leaves the text alone if it has the mention more than once", async () => {
    renderMentions();
    await mention("a.ts");
    await mention("a.ts");
    fireEvent.click(screen.getByRole("button", { name: "Remove a.ts" }));
    expect([field().value, chip()]).toEqual(["@src/a.ts @src/a.ts ", undefined]);
  });

  it("loses its attachment when its text is removed, and gets it back with the text", async () => {
    const { sent } = renderMentions();
    await mention("a.tsx");
    const { value } = field();
    fireEvent.change(field(), { target: { value: "@src/a.ts " } });
    expect(chip()).toBeUndefined();
    fireEvent.change(field(), { target: { value } });
    expect(chip()).toBe("a.tsx0.1 kB");
    fireEvent.change(field(), { target: { value: "Nothing" } });
    await press("Enter");
    expect(sent).toEqual([[{ type: "text", text: "Nothing" }]]);
  });

  it("stays with its session while another one is shown", async () => {
    const { show } = renderMentions();
    await mention("a.ts");
    show("s2");
    expect(chip()).toBeUndefined();
    show("s1");
    expect(chip()).toBe("a.ts0.1 kB");
  });

  it("is counted in the total size", async () => {
    const { source } = renderMentions();
    source.read.mockResolvedValue({ text: "x".repeat(1500) });
    await mention("a.ts");
    await mention("my");
    expect(chip()).toBe("a.ts1.5 kBmy file.md1.5 kB3 kB in total");
  });
});

describe("pasted text", () => {
  const lines = Array.from({ length: 120 }, (_, index) => `line ${index}`).join("\n");
  const paste = (text: string): boolean =>
    fireEvent.paste(field(), { clipboardData: { files: [], getData: () => text } });

  it("becomes an attachment if it is long", async () => {
    const { sent } = renderMentions();
    let isLeftToField = true;
    await act(async () => void (isLeftToField = paste(lines)));
    expect([isLeftToField, chip()]).toEqual([false, "Pasted text (120 lines)1 kB"]);
    await press("Enter");
    expect(sent).toMatchObject([[{ type: "resource", resource: { text: lines } }]]);
  });

  it("is put back into the field, at the caret", async () => {
    renderMentions();
    await type("ab");
    await act(async () => void paste(lines));
    field().setSelectionRange(1, 1);
    const name = "Put into the message: Pasted text (120 lines)";
    fireEvent.click(screen.getByRole("button", { name }));
    expect([field().value, chip()]).toEqual([`a${lines}b`, undefined]);
  });

  it.each([
    ["it is short", { embeddedContext: true }, "short"],
    ["the agent accepts no embedded resources", {}, lines],
  ])("is left to the field if %s", async (_, capabilities, text) => {
    renderMentions(capabilities);
    expect(paste(text)).toBe(true);
    expect(chip()).toBeUndefined();
  });
});
