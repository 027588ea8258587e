import { expect, it } from "vitest";
import { createAgent } from "./support/agent.js";
import { startExtension, type StartedExtension } from "./support/extension.js";
import { answerRequest, getAnswer, getRequest, sendPrompt } from "./support/panel.js";

/** The title of the request in the panel. */
const TITLE = "Edit a.txt";
/** The text of its notification. */
const MESSAGE = `${TITLE} · /project/a.txt +1 −0`;
/** The number of requests that both places answer at the same moment. */
const ROUNDS = Number(process.env["ACP_ANSWER_ROUNDS"] ?? 6);

/** Starts the extension and sends a prompt for which the agent asks for permission. */
async function askForPermission(
  settings?: Readonly<Record<string, unknown>>,
): Promise<StartedExtension> {
  const extension = await startExtension({
    agents: [createAgent().configured],
    ...(settings && { settings }),
  });
  await sendPrompt(extension.panel, "Edit");
  await getRequest(extension.panel, TITLE).waitFor();
  return extension;
}

it("shows a permission request in the panel, as a notification, and in the status bar", async () => {
  const { notifications, statusBar, view } = await askForPermission();
  expect(notifications).toMatchObject([
    { message: MESSAGE, buttons: expect.arrayContaining(["Allow", "Reject"]) },
  ]);
  expect(view.badge).toEqual({ value: 1, tooltip: "1 session needs you" });
  expect(statusBar.text).toContain("needs you");
});

it("ignores a click on a notification that was answered in the panel, and tells the outcome", async () => {
  const { notifications, panel, view } = await askForPermission();
  await answerRequest(panel, TITLE, "Reject");
  await getAnswer(panel, "Not edited, answers: 1.").waitFor();
  expect(view.badge).toBeUndefined();
  notifications[0]?.choose("Allow");
  await expect
    .poll(() => notifications.map(({ message }) => message))
    .toEqual([MESSAGE, "This request was already answered in the panel: Reject"]);
});

it("removes a request from the panel that was answered in the notification", async () => {
  const { notifications, panel, view } = await askForPermission();
  notifications[0]?.choose("Allow");
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
  expect(await getRequest(panel, TITLE).count()).toBe(0);
  await panel.getByText("You chose: Allow").waitFor();
  await expect.poll(() => view.badge).toBeUndefined();
});

it(
  "gives the agent one answer when both places answer at the same moment",
  async () => {
    const { notifications, panel } = await askForPermission();
    for (let round = 1; round <= ROUNDS; round += 1) {
      if (round > 1) await sendPrompt(panel, "Edit");
      const request = getRequest(panel, TITLE);
      await request.locator('[data-armed="true"]').waitFor();
      const reject = request.getByRole("button", { name: "Reject", exact: true });
      const button = await reject.elementHandle();
      const notification = notifications.findLast(({ message }) => message === TITLE);
      const clicked = button?.evaluate((element) => (element as HTMLElement).click());
      // Each place is a little faster in half of the rounds.
      if (round % 2 === 0) await clicked;
      notification?.choose("Allow");
      await clicked;
      await getAnswer(panel, `dited, answers: ${round}.`).waitFor();
    }
  },
  ROUNDS * 5_000 + 120_000,
);

it("tells the user in the panel about an answer that was given in the notification before", async () => {
  const { notifications, panel, bufferMessages, releaseMessages } = await askForPermission();
  bufferMessages();
  notifications[0]?.choose("Allow");
  await answerRequest(panel, TITLE, "Reject");
  releaseMessages();
  await panel
    .getByRole("status")
    .getByText("This request was already answered in the notification: Allow")
    .waitFor();
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
});

it("keeps the request when the notification is closed", async () => {
  const { notifications, panel } = await askForPermission();
  notifications[0]?.choose("Close");
  await answerRequest(panel, TITLE, "Allow");
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
  expect(notifications).toHaveLength(1);
});

it("shows no notification while the panel is visible if the user wants it so", async () => {
  const { notifications, panel } = await askForPermission({
    "acpStore.notifications": "whenHidden",
  });
  await answerRequest(panel, TITLE, "Allow");
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
  expect(notifications).toHaveLength(0);
});

it("shows the proposed changes from a notification, and asks again", async () => {
  const { notifications, editors, panel } = await askForPermission();
  notifications[0]?.choose("Show Changes");
  await expect.poll(() => editors).toEqual([{ texts: ["", "a"], path: "/project/a.txt" }]);
  await expect.poll(() => notifications.length).toBe(2);
  notifications[1]?.choose("Allow");
  await getAnswer(panel, "Edited, answers: 1.").waitFor();
});

it("lists what needs the user in the view of the inbox, and shows it on a click", async () => {
  const { listInbox, runCommand, panel } = await askForPermission();
  const [row] = listInbox();
  expect(row).toMatchObject({ label: "Edit", description: TITLE });
  await runCommand(row?.command?.command ?? "", ...(row?.command?.arguments ?? []));
  await answerRequest(panel, TITLE, "Allow");
  await expect.poll(listInbox).toEqual([]);
});
