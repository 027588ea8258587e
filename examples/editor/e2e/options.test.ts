import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { shareDemo, shareFixture } from "./support/sharedPage.js";

describe("a session setting", () => {
  const openSession = shareFixture("configures");

  it("appears once, with its groups", async () => {
    const page = await openSession();
    const model = page.getByRole("combobox", { name: "Model" });
    await model.waitFor();
    expect(await model.locator("optgroup").evaluateAll(getLabels)).toEqual(["Small", "Large"]);
    expect(await page.getByRole("combobox").count()).toBe(2);
    expect(await page.getByText("Future").count()).toBe(0);
  });

  it("changes to the value that the agent confirms", async () => {
    const page = await openSession();
    const model = page.getByRole("combobox", { name: "Model" });
    await model.selectOption({ label: "Sage" });
    await page.getByTitle("Thinks longer").waitFor();
    expect(await model.inputValue()).toBe("sage");
    const web = page.getByRole("switch", { name: "Web" });
    await web.press("Space");
    await page.getByRole("switch", { name: "Web", checked: true }).waitFor();
  });

  it("keeps its value and shows an error when the agent rejects the change", async () => {
    const page = await openSession();
    const mode = page.getByRole("combobox", { name: "Mode", exact: true });
    await mode.selectOption({ label: "Auto" });
    await page.getByRole("alert").getByText("Auto is not allowed here").waitFor();
    expect(await mode.inputValue()).toBe("ask");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});

describe("a header with five settings", () => {
  const openSession = shareFixture("configuresMuch");

  it.each([320, 480, 900, 1280, 1360])("keeps the title visible at %i px", async (width) => {
    const page = await openSession({ viewport: { width, height: 860 } });
    await page.getByRole("switch", { name: "Fast mode" }).waitFor();
    const heading = page.getByRole("heading", { level: 1 });
    expect(await heading.innerText()).toBe("New session");
    const isComplete = await heading.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
    );
    expect(isComplete).toBe(true);
    const header = await page.locator(".acp-app-header").boundingBox();
    expect(header?.height).toBeLessThan(140);
    // Options beside the visible ones scroll into view.
    const last = page.getByRole("switch", { name: "Fast mode" });
    await last.focus();
    const { x = NaN, width: size = NaN } = (await last.boundingBox()) ?? {};
    expect(x + size).toBeLessThanOrEqual(width);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBe(0);
  });
});

function getLabels(groups: (HTMLElement | SVGElement)[]): (string | null)[] {
  return groups.map((group) => group.getAttribute("label"));
}

describe.each([1, 2] as const)("a model in version %i", (version) => {
  const openSession = shareDemo({ version, speed: 1 });

  it("is shown as soon as it is chosen, before the agent confirms it", async () => {
    const page = await openSession();
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    const pendingValues = await recordPendingValues(model);
    await model.selectOption({ label: "Quick" });
    await expect.poll(pendingValues).toEqual(["quick"]);
    await page.locator('select[aria-busy="true"]').waitFor({ state: "detached" });
    expect(await model.inputValue()).toBe("quick");
  });

  it("is taken back with the reason when the agent refuses it", async () => {
    const page = await openSession();
    const model = page.getByRole("combobox", { name: "Model", exact: true });
    const pendingValues = await recordPendingValues(model);
    await model.selectOption({ label: "Retired" });
    await page
      .getByRole("alert")
      .getByText("Could not change Model to Retired: The model Retired is no longer available.")
      .waitFor();
    expect(await pendingValues()).toEqual(["retired"]);
    expect(await model.inputValue()).toBe("steady");
    await model.selectOption({ label: "Quick" });
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});

/**
 * Returns a function that reads the values a select has shown while a change of it was pending. They
 * are recorded in the page, because a test that looks from outside may come too late.
 */
async function recordPendingValues(select: Locator): Promise<() => Promise<string[]>> {
  const recorded = await select.evaluateHandle((element: HTMLSelectElement) => {
    const values: string[] = [];
    new MutationObserver(() => {
      if (element.ariaBusy === "true") values.push(element.value);
    }).observe(element, { attributeFilter: ["aria-busy"] });
    return values;
  });
  return () => recorded.jsonValue();
}
