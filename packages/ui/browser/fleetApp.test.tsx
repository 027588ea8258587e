import { selectSession } from "@acp-store/core";
import { connectFleet } from "@acp-store/fleet/mirror";
import { memoryStorage } from "../../persist/src/index.js";
import { createGate } from "@acp-store/testing";
import { act, render } from "@testing-library/react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { prefer, violations } from "../../devtools/browser/support/looks.js";
import { type TestAgent, testFleet } from "../../fleet/tests/support/agents.js";
import { FleetApp, type FoundMessage, type RegistrySource } from "../src/fleet/index.js";
import { AcpUiProvider, type FileLocation } from "../src/index.js";
import { agent, button, FOLDER, message, openFleet, send, start } from "./support/fleetPage.js";
import "@acp-store/ui/style.css";

/** An agent whose program does not exist. */
function missingAgent(id: string): TestAgent {
  const missing = agent(id);
  const source = () => Promise.reject(new Error("The program was not found."));
  return { ...missing, definition: { ...missing.definition, source } };
}

beforeEach(async () => {
  await page.viewport(1360, 860);
  location.hash = "";
});

const inbox = page.getByRole("region", { name: "Inbox" });

describe("a page with an editor of the application", () => {
  it("renders the panel in the parts of the application, and opens changed files there", async () => {
    const opened: FileLocation[] = [];
    await openFleet([agent("a")], {
      renderSession: (panel, { agentId, cwd }) => (
        <AcpUiProvider openLocation={(location) => void opened.push(location)}>
          <p>
            Editor of {agentId} in {cwd}
          </p>
          {panel}
        </AcpUiProvider>
      ),
    });
    await start("A Starts when it is needed").click();
    await expect.element(page.getByText("Editor of a in /work")).toBeVisible();
    await send("Edit");
    await button("Open a.ts").first().click();
    expect(opened).toEqual([expect.objectContaining({ path: "/work/a.ts" })]);
    await expect.element(button("Follow the agent")).not.toBeInTheDocument();
  });
});

describe("the page of several agents", () => {
  it("opens a session, and lists what waits and what is new in the others", async () => {
    const { get } = await openFleet([agent("a"), agent("b")]);
    await start("A Starts when it is needed").click();
    await send("Edit");
    await expect
      .element(inbox.getByRole("button", { name: /^Waiting for you: Edit/ }))
      .toBeVisible();
    const first = location.hash;
    expect(first).toMatch(/^#a\/.+/);
    await button("New session with B").click();
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    await expect.element(inbox.getByText("There is something new.")).not.toBeInTheDocument();
    await inbox.getByRole("button", { name: /Edit/ }).click();
    expect(location.hash).toBe(first);
    await page
      .getByRole("group", { name: "Edit /work/a.ts" })
      .getByRole("button", { name: "Allow", exact: true })
      .click();
    await expect.element(page.getByText("Done.")).toBeVisible();
    await expect.element(inbox.getByText("Nothing needs you.")).toBeVisible();
    // Another session of the same agent has news.
    const { sessionId } = await get("a").connection.newSession({ cwd: FOLDER });
    await get("a").connection.prompt(sessionId, "Later");
    const news = inbox.getByRole("button", { name: /^Finished: Later/ });
    await expect.element(news).toBeVisible();
    await news.click();
    await expect.element(inbox.getByText("Nothing needs you.")).toBeVisible();
  });

  it("says why an agent cannot start, and offers to start it again", async () => {
    await openFleet([missingAgent("lost"), agent("a")]);
    await start("LOST Starts when it is needed").click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("The program was not found.");
    await expect.element(inbox.getByRole("button", { name: /^Failed: LOST/ })).toBeVisible();
    await button("More actions for LOST").click();
    await expect.element(page.getByRole("menuitem", { name: "Start" })).toBeVisible();
  });

  it("starts a stopped agent with the next prompt", async () => {
    const { get, status } = await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    await act(() => get("a").stop());
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    await message.click();
    await send("Again");
    await expect.poll(() => page.getByText("Done.").elements().length).toBe(2);
    expect(status("a")).toBe("running");
  });

  describe("while the agent is being connected", () => {
    const queue = page.getByRole("region", { name: "Queued prompts" });

    /**
     * Shows a session of an agent whose connection has ended. The next one waits for `gate`, and fails with
     * the error if there is one.
     */
    async function openDisconnected(
      reconnect: false | { readonly minDelay: number },
      error?: Error,
    ) {
      const scripted = agent("a");
      const { source } = scripted.definition;
      let connect: () => ReturnType<typeof source> = source;
      const definition = {
        ...scripted.definition,
        source: () => connect(),
        connect: () => ({ reconnect }),
      };
      const { get } = await openFleet([{ ...scripted, definition }]);
      await start("A Starts when it is needed").click();
      await send("Hello");
      await expect.element(page.getByText("Done.")).toBeVisible();
      // The session of a turn that is interrupted would be opened again at once.
      const [session = ""] = get("a").store.getState().sessions.keys();
      const isRunning = () => selectSession(get("a").store.getState(), session)?.openTurns.length;
      await expect.poll(isRunning).toBe(0);
      const gate = createGate();
      onTestFinished(() => gate.open());
      connect = async () => {
        await gate.pass();
        if (error !== undefined) throw error;
        return source();
      };
      scripted.crash("Gone.");
      await expect.poll(() => get("a").store.getState().connection?.status).not.toBe("ready");
      const startAgain = (): void =>
        void get("a")
          .start()
          .catch(() => {});
      return { gate, startAgain, repair: () => (connect = source) };
    }

    it("queues a prompt, and sends it when the agent is connected again", async () => {
      const { gate } = await openDisconnected({ minDelay: 1 });
      await gate.reached;
      await message.click();
      await send("Again");
      await expect.element(queue.getByText("Again")).toBeVisible();
      await expect.element(message).toHaveValue("");
      gate.open();
      await expect.poll(() => page.getByText("Done.").elements().length).toBe(2);
      await expect.element(queue).not.toBeInTheDocument();
    });

    it("keeps a prompt in the queue if the agent does not start, until the user resumes it", async () => {
      const error = new Error("The program was not found.");
      const { gate, startAgain, repair } = await openDisconnected(false, error);
      startAgain();
      await gate.reached;
      await message.click();
      await send("Again");
      await expect.element(queue.getByText("Again")).toBeVisible();
      gate.open();
      await expect.element(queue.getByText("Queue paused (1 prompt)")).toBeVisible();
      await expect.element(page.getByRole("alert")).toHaveTextContent("The program was not found.");
      repair();
      await queue.getByRole("button", { name: "Resume queue" }).click();
      await expect.poll(() => page.getByText("Done.").elements().length).toBe(2);
      await expect.element(queue).not.toBeInTheDocument();
    });
  });

  it("continues a saved session of an agent that has not started since the restart", async () => {
    const storage = memoryStorage();
    const options = { storage: () => storage };
    const saved = agent("a");
    const before = testFleet([saved], options);
    const { connection } = before.get("a");
    const { sessionId } = await connection.newSession({ cwd: FOLDER });
    await connection.prompt(sessionId, "Hello");
    await before.fleet.close();
    location.hash = `a/${sessionId}`;
    const { status } = await openFleet([saved], {}, options);
    await expect.element(page.getByText("Done.")).toBeVisible();
    expect(status("a")).toBe("stopped");
    await send("Again");
    await expect.poll(() => page.getByText("Done.").elements().length).toBe(2);
  });

  it("opens one new session for the address #new:a", async () => {
    location.hash = "new:a";
    const { fleet } = await openFleet([agent("a"), agent("b")]);
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    expect(fleet.overview.getState().sessions).toHaveLength(1);
    expect(location.hash).toMatch(/^#a\//);
  });

  it("opens another session when the address #new:a is opened again", async () => {
    location.hash = "new:a";
    const { fleet } = await openFleet([agent("a"), agent("b")]);
    await expect.poll(() => location.hash).toMatch(/^#a\//);
    location.hash = "new:a";
    await expect.poll(() => fleet.overview.getState().sessions.length).toBe(2);
    await expect.poll(() => location.hash).toMatch(/^#a\//);
  });

  it("asks for a sign-in, and opens a session after it", async () => {
    const signIn = { methods: [{ id: "key", name: "Key" }], onSignIn() {} };
    await openFleet([agent("a", { signIn })]);
    await start("A Starts when it is needed").click();
    await button("Key").click();
    // The session that was refused before.
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
  });

  it("shares the unsent prompt of a session with the owner", async () => {
    const { get, page: remote } = await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await expect.element(message).toHaveFocus();
    await userEvent.keyboard("Half a thought");
    const [sessionId = ""] = get("a").store.getState().sessions.keys();
    await expect.poll(() => get("a").saving.drafts.get(sessionId)).toBe("Half a thought");
    remote.getSaving("a")?.drafts.set(sessionId, "Another thought");
    await expect.element(message).toHaveValue("Another thought");
  });

  it.each([
    ["closed", "closeSession"],
    ["archived", "archiveSession"],
  ] as const)("says that a shown session was %s elsewhere, and opens it again", async (_, end) => {
    const { get } = await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    const { connection, store } = get("a");
    const [sessionId = ""] = store.getState().sessions.keys();
    await connection[end](sessionId);
    await expect.element(page.getByText("This session was closed")).toBeVisible();
    await button("Open again").click();
    await expect.element(page.getByText("Done.")).toBeVisible();
    expect(store.getState().catalog.get(sessionId)?.archived ?? false).toBe(false);
  });

  it("keeps a menu open when the page behind it changes", async () => {
    await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await expect.element(message).toHaveFocus();
    const first = location.hash;
    const stop = page.getByRole("menuitem", { name: "Stop" });
    for (const [hash, change] of [
      ["", page.getByRole("heading", { name: "What should an agent do?" })],
      [first, message],
    ] as const) {
      await button("More actions for A").click();
      await expect.element(stop).toHaveFocus();
      location.hash = hash;
      await expect.element(change).toBeVisible();
      await expect.element(stop).toHaveFocus();
      await userEvent.keyboard("{Escape}");
      await expect.element(stop).not.toBeInTheDocument();
    }
  });

  it("moves the focus to the page of the agents when the user opens it, and not when it appears by itself", async () => {
    await openFleet([agent("a"), agent("b")]);
    const first = start("A Starts when it is needed");
    await expect.element(first).toHaveFocus();
    const newSession = button("New session").first();
    newSession.element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(first).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    newSession.element().focus();
    // As if the shown session was archived.
    location.hash = "";
    await expect.element(start("A Running")).toBeVisible();
    await expect.element(newSession).toHaveFocus();
  });

  it("names the shown session in the title of the page", async () => {
    await openFleet([agent("a")]);
    const application = document.title;
    await start("A Starts when it is needed").click();
    await send("Hello");
    await expect.poll(() => document.title).toBe(`Hello – ${application}`);
  });

  it("asks once whether notifications are allowed, and then shows what happens in other sessions", async () => {
    const shown: string[] = [];
    class TestNotification extends EventTarget {
      static permission = "default";
      static readonly requestPermission = vi.fn(
        async () => (TestNotification.permission = "granted"),
      );
      constructor(title: string) {
        super();
        shown.push(title);
      }
    }
    vi.stubGlobal("Notification", TestNotification);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { get } = await openFleet([agent("a")]);
    expect(TestNotification.requestPermission).not.toHaveBeenCalled();
    button("Notify me").element().focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Notify me")).not.toBeInTheDocument();
    expect(TestNotification.requestPermission).toHaveBeenCalledOnce();
    const { sessionId } = await get("a").connection.newSession({ cwd: FOLDER });
    await get("a").connection.prompt(sessionId, "Later");
    await expect.poll(() => shown).toEqual(["A: Later has finished"]);
  });

  it("filters the sessions of all agents by their titles", async () => {
    const { get } = await openFleet([agent("a"), agent("b")]);
    for (const [id, prompt] of [
      ["a", "Fix the cart"],
      ["a", "Write tests"],
      ["b", "Fix the menu"],
    ] as const) {
      const { sessionId } = await get(id).connection.newSession({ cwd: FOLDER });
      await get(id).connection.prompt(sessionId, prompt);
    }
    await page.getByRole("searchbox").fill("fix");
    const titles = (id: string) =>
      page.getByRole("list", { name: `Sessions of ${id}` }).getByRole("button", { name: /^F|^W/ });
    await expect.poll(() => titles("A").elements().length).toBe(1);
    expect(titles("B").elements()).toHaveLength(1);
  });

  it("shows the registry, and comes back to the agents", async () => {
    const change = () => Promise.reject(new Error("There is no network."));
    const list: RegistrySource["list"] = async () => ({ source: "network", agents: [] });
    const registry = { list, add: change, update: change, remove: change };
    await openFleet([agent("a")], { registry });
    await button("Add agents from the registry").click();
    await expect
      .element(page.getByRole("region", { name: "Agents of the registry" }))
      .toBeVisible();
    await button("Back").click();
    await expect.element(start("A Starts when it is needed")).toBeVisible();
  });

  it("renders a part of very many sessions", async () => {
    const agents = Array.from({ length: 10 }, (_, index) => agent(`agent-${index}`));
    const { fleet } = await openFleet(agents);
    act(() => {
      for (const { store } of fleet.agents.values())
        for (let index = 0; index < 100; index++)
          store.openSession({ sessionId: `s${index}`, cwd: FOLDER });
    });
    await expect
      .poll(() => page.getByRole("button", { name: "Show all 100" }).elements().length)
      .toBe(10);
    expect(document.querySelectorAll(".acp-app *").length).toBeLessThan(2_500);
  });
});

describe("the connection of the page", () => {
  it("says that it is lost, keeps the session, and comes back", async () => {
    const { breakLink } = await openFleet([agent("a")]);
    await start("A Starts when it is needed").click();
    await send("Hello");
    await expect.element(page.getByText("Done.")).toBeVisible();
    act(breakLink);
    await expect.element(page.getByText("The connection to the server is lost.")).toBeVisible();
    await expect.element(page.getByText("Done.")).toBeVisible();
    await expect
      .element(page.getByText("The connection to the server is lost."))
      .not.toBeInTheDocument();
  });

  it("says what to do if the server cannot be reached", async () => {
    const fleet = connectFleet(() => Promise.reject(new Error("refused")));
    onTestFinished(() => fleet.close());
    render(<FleetApp fleet={fleet} />);
    await expect.element(page.getByText("The server cannot be reached")).toBeVisible();
    await expect.element(page.getByText("Start it again.")).toBeVisible();
  });
});

describe.each(["light", "dark"])("with a %s color scheme", (scheme) => {
  it.each([1360, 390])("has names and contrast at %i px, by keyboard", async (width) => {
    await prefer(scheme);
    document.documentElement.style.colorScheme = "light dark";
    await page.viewport(width, 860);
    const signIn = { methods: [{ id: "key", name: "Key" }], onSignIn() {} };
    const { get } = await openFleet([
      agent("a"),
      agent("b"),
      missingAgent("lost"),
      agent("locked", { signIn }),
    ]);
    for (const prompt of ["Edit", "Fail", "Hello"]) {
      const { sessionId } = await get("a").connection.newSession({ cwd: FOLDER });
      // The first turn waits for the user, and the second one fails.
      void get("a")
        .connection.prompt(sessionId, prompt)
        .catch(() => {});
    }
    for (const id of ["lost", "locked"])
      await get(id)
        .connection.newSession({ cwd: FOLDER })
        .catch(() => {});
    if (width < 900) {
      await button("Sessions, 2 waiting for you").click();
      await expect.element(page.getByRole("dialog", { name: "Sessions" })).toBeVisible();
    }
    const kinds = ["Sign in", "Waiting for you", "Failed", "Failed", "Finished"];
    await expect.poll(() => inbox.getByRole("button").elements().length).toBe(kinds.length);
    const rows = inbox.getByRole("button").elements();
    expect(rows.map(({ textContent }) => textContent.split(":")[0])).toEqual(kinds);
    expect(await violations()).toEqual([]);
    await page.screenshot({ path: `__screenshots__/fleet-${scheme}-${width}.png` });
    (rows[0] as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(rows[1]);
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("group", { name: "Edit /work/a.ts" })).toBeVisible();
    if (width < 900) expect(page.getByRole("dialog").elements()).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

describe("the search in all sessions", () => {
  const field = page.getByRole("combobox", { name: "Search messages" });
  const status = page.getByRole("dialog").getByRole("status");
  const SHORTCUT = "{Control>}{Shift>}f{/Shift}{/Control}";

  const foundRow = (number: number) =>
    page
      .getByRole("region", { name: "Messages" })
      .getByRole("listitem")
      .filter({ hasText: `Prompt ${number}.` });

  /** Opens a page with a long session of another agent, in which the search finds the first prompts. */
  async function openLongSession(isCut = false) {
    const hits: FoundMessage[] = [];
    const texts: string[] = [];
    const search = {
      async search(text: string, { onHits }: { onHits: (found: readonly FoundMessage[]) => void }) {
        texts.push(text);
        if (text === "fail") throw new Error("The server is busy");
        if (text.startsWith("pro")) for (const hit of hits) onHits([hit]);
        return { isCut };
      },
    };
    const opened = await openFleet([agent("a"), agent("b")], { search });
    const { connection, store } = opened.get("a");
    const { sessionId } = await connection.newSession({ cwd: FOLDER });
    for (let number = 1; number <= 30; number++)
      await connection.prompt(sessionId, `Prompt ${number}.`);
    const { messages = new Map() } = selectSession(store.getState(), sessionId) ?? {};
    const prompts = [...messages].filter(([, { role }]) => role === "user").slice(0, 5);
    for (const [index, [messageKey, { createdAt }]] of prompts.entries())
      hits.push({
        ...{ agentId: "a", sessionId, title: "Long session", messageKey, run: 0, createdAt },
        ...{ role: "user", snippet: `Prompt ${index + 1}`, ranges: [[0, 6]] },
      });
    return { ...opened, sessionId, texts, hits };
  }

  it("opens a session at a found message, by keyboard", async () => {
    const { sessionId, texts } = await openLongSession();
    await userEvent.keyboard(SHORTCUT);
    await expect.element(field).toHaveFocus();
    await expect.element(status).toHaveTextContent("all words occur");
    await userEvent.keyboard("prompt");
    const option = page.getByRole("option", { name: "Prompt 3" });
    await expect.element(option).toBeVisible();
    expect(texts).toEqual(["prompt"]);
    await expect.element(status).toHaveTextContent("5 messages");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}{ArrowUp}");
    await expect.element(option).toHaveAttribute("aria-selected", "true");
    await expect.element(field).toHaveAttribute("aria-activedescendant", option.element().id);
    await userEvent.keyboard("{Enter}");
    await expect.element(field).not.toBeInTheDocument();
    expect(location.hash.startsWith(`#a/${sessionId}?row=`)).toBe(true);
    const row = foundRow(3);
    await expect.element(row).toBeInViewport();
    await expect.element(row).toHaveAttribute("aria-current", "true");
    await expect.element(button("Jump to latest")).toBeVisible();
  });

  it("moves the session of a found message out of the archive", async () => {
    const { get, sessionId } = await openLongSession();
    const { connection, store } = get("a");
    await connection.archiveSession(sessionId);
    const isArchived = () => store.getState().catalog.get(sessionId)?.archived;
    expect(isArchived()).toBe(true);
    await userEvent.keyboard(SHORTCUT);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard("prompt");
    await page.getByRole("option", { name: "Prompt 3" }).click();
    await expect.element(foundRow(30)).toBeInViewport();
    expect(isArchived()).toBe(false);
  });

  it("shows another message of the session that is shown", async () => {
    await openLongSession();
    for (const number of [1, 5]) {
      await button("Search in all sessions").click();
      await userEvent.keyboard("pro");
      await page.getByRole("option", { name: `Prompt ${number}` }).click();
      const row = foundRow(number);
      await expect.element(row).toBeInViewport();
      await expect.element(row).toHaveAttribute("aria-current", "true");
    }
  });

  it("says that nothing was found, that there is more, and why it has failed", async () => {
    await openLongSession(true);
    await button("Search in all sessions").click();
    await userEvent.keyboard("pro");
    await expect.element(status).toHaveTextContent("5 messages, and there are more.");
    await userEvent.clear(field);
    await field.fill("fail");
    await expect.element(status).toHaveTextContent("The server is busy.");
    await expect.element(page.getByRole("option")).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(field).not.toBeInTheDocument();
    await expect.element(button("Search in all sessions")).toHaveFocus();
  });

  it.each(["light", "dark"])("is accessible in a narrow window (%s)", async (scheme) => {
    await openLongSession();
    await prefer(scheme);
    await page.viewport(390, 844);
    await button("Sessions").click();
    await button("Search in all sessions").click();
    await userEvent.keyboard("pro");
    await expect.element(page.getByRole("option").first()).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(390);
    await page.screenshot({ path: `__screenshots__/search-${scheme}-390.png` });
  });
});
