import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderSessions } from "./renderSessions.js";

/** Renders a composer whose agent accepts everything. `sent` collects the prompts. */
function renderComposer(version: 1 | 2 = 1, capabilities?: object) {
  return renderSessions(version, capabilities).sent;
}

const field = (): HTMLElement => screen.getByRole("textbox", { name: "Message" });
const paste = (...files: File[]): Promise<void> =>
  act(async () => void fireEvent.paste(field(), { clipboardData: { files } }));
const image = new File([new Uint8Array([1, 2, 3])], "a.png", { type: "image/png" });
const notes = new File(["Remember"], "notes.md", { type: "text/markdown" });

describe.each([1, 2] as const)("an agent of version %i that accepts files", (version) => {
  it("gets a pasted image and a dropped text file as content blocks", async () => {
    const sent = renderComposer(version);
    await paste(image);
    await screen.findByText("a.png");
    const files = { files: [notes], types: ["Files"] };
    await act(async () => void fireEvent.drop(field(), { dataTransfer: files }));
    await screen.findByText("notes.md");
    fireEvent.change(field(), { target: { value: "Look" } });
    await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
    const resource = { uri: "attachment:notes.md", mimeType: "text/markdown", text: "Remember" };
    expect(sent).toEqual([
      [
        { type: "text", text: "Look" },
        { type: "image", mimeType: "image/png", data: "AQID" },
        { type: "resource", resource },
      ],
    ]);
    expect(screen.queryByText("a.png")).toBeNull();
  });
});

it("removes an attachment with its button and focuses the text field", async () => {
  renderComposer();
  await paste(notes);
  fireEvent.click(await screen.findByRole("button", { name: "Remove notes.md" }));
  expect(screen.queryByRole("list", { name: "Attachments" })).toBeNull();
  expect(document.activeElement).toBe(field());
});

const UNSUPPORTED = "The agent does not accept this type of file";
const NOT_EMBEDDED = "The agent does not accept embedded content, and cannot read this itself";

it.each([
  ["a file for an agent that accepts none", {}, notes, NOT_EMBEDDED],
  ["an image for an agent that accepts text only", { embeddedContext: true }, image, UNSUPPORTED],
  ["a binary file", { embeddedContext: true }, new File(["a\0b"], "a.bin"), UNSUPPORTED],
])("refuses %s and says so", async (_, promptCapabilities, file, reason) => {
  const sent = renderComposer(1, { promptCapabilities });
  await paste(file);
  expect((await screen.findByRole("alert")).textContent).toBe(`${reason}: ${file.name}`);
  await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
  expect(sent).toEqual([]);
});

it("refuses a file that is too large", async () => {
  renderComposer();
  await paste(new File(["x".repeat(1_000_001)], "big.txt", { type: "text/plain" }));
  expect((await screen.findByRole("alert")).textContent).toContain("big.txt is larger than");
});

it("offers the file picker only if the agent accepts files", () => {
  renderComposer(1, {});
  expect(screen.queryByRole("button", { name: "Attach files" })).toBeNull();
});

describe("the composer with attachments that are not sent", () => {
  const isAttached = (): boolean => screen.queryByText("notes.md") !== null;

  it("keeps them with their session while another one is shown", async () => {
    const { show } = renderSessions();
    await paste(notes);
    show("s2");
    expect(isAttached()).toBe(false);
    show("s1");
    expect(isAttached()).toBe(true);
  });

  it("keeps them when it is removed and shown again", async () => {
    const { reopen } = renderSessions();
    await paste(notes);
    reopen();
    expect(isAttached()).toBe(true);
  });

  it("keeps them with the session in which they were added, even if reading takes longer", async () => {
    const { show } = renderSessions();
    let finish: (text: string) => void = () => {};
    const slow = new File([], "notes.md", { type: "text/markdown" });
    slow.text = () => new Promise((resolve) => (finish = resolve));
    await paste(slow);
    show("s2");
    await act(async () => finish("Remember"));
    expect(isAttached()).toBe(false);
    show("s1");
    expect(isAttached()).toBe(true);
  });

  it("keeps them when a prompt of another session is sent", async () => {
    const { show, sent } = renderSessions();
    await paste(notes);
    show("s2");
    fireEvent.change(field(), { target: { value: "Hello" } });
    await act(async () => void fireEvent.keyDown(field(), { key: "Enter" }));
    expect(sent).toEqual([[{ type: "text", text: "Hello" }]]);
    show("s1");
    expect(isAttached()).toBe(true);
  });

  it("removes them when the session is closed", async () => {
    const { store } = renderSessions();
    await paste(notes);
    act(() => store.closeSession("s1"));
    expect(isAttached()).toBe(false);
  });

  it("shows the reason for a refused file only in its session", async () => {
    const { show } = renderSessions(1, {});
    await paste(notes);
    expect(screen.queryByRole("alert")).not.toBeNull();
    show("s2");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
