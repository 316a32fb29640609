// The code page and the first steps in a real browser with scripts, which reaches the site by https through the stand-in's proxy.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { ensureChromium } from "../../scripts/lib/chromium.mjs";
import { expect, password } from "./office.mjs";
import { hosts } from "./stand-ins.mjs";

const widths = [1280, 390];
const debians = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Opens the site as the owner does who was given a code, and looks at the first pages. */
export async function openByCode({ port, code }) {
  await ensureChromium();
  const executablePath = process.env.CHROMIUM_PATH ?? debians.find((file) => existsSync(file));
  const args = ["--no-sandbox", `--host-resolver-rules=MAP ${hosts.site} 127.0.0.1:${port}`];
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  try {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, reducedMotion: "reduce" });
    page.setDefaultTimeout(20_000);
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    await enterCode(page, code);
    await lookAtFirstSteps(page);
    await tryToPublishGaps(page);
    expect(faults.length === 0, `no script fails (${faults.join("; ")})`);
  } finally {
    await browser.close();
  }
}

async function enterCode(page, code) {
  await page.goto(`https://${hosts.site}/`, { waitUntil: "networkidle" });
  expect(new URL(page.url()).pathname === "/set-up", `a site without an owner leads to the code (${page.url()})`);
  await page.getByRole("link", { name: "Breathe" }).click();
  await page.waitForLoadState("networkidle");
  const typed = page.getByRole("textbox", { name: "Code" });
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada Marsh");
  await typed.fill("0000-".repeat(8).slice(0, -1));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("This code is wrong or has expired.").first().waitFor();
  const described = await typed.evaluate((field) =>
    (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
  );
  expect(described.join(" ").includes("This code is wrong"), "a wrong code is said to be wrong beside its field");
  const name = await page.getByRole("textbox", { name: "Your name" }).inputValue();
  expect(name === "Ada Marsh", "a wrong code loses nothing that was typed");
  await shoot(page, "code");
  await typed.fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL("**/reset-password?*");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel(/^(Confirm|Repeat)/).fill(password);
  await page.locator("form:has([name=newPassword]) button[type=submit]").click();
  await page.waitForURL("**/update-password?updated=1");
}

async function lookAtFirstSteps(page) {
  await page.goto(`https://${hosts.site}/admin`, { waitUntil: "networkidle" });
  const steps = page.locator("section[aria-labelledby=first-steps] li");
  const count = await steps.count();
  expect(count === 10, `ten first steps, not ${count}`);
  await shoot(page, "first-steps");
  await page.getByRole("link", { name: "Health statement" }).click();
  await page.getByText("A starting text, not saved yet.").waitFor();
  await shoot(page, "health");
  await page.goto(`https://${hosts.site}/admin/categories`);
  expect(/Postpartum/.test(await page.locator("main").innerText()), "the categories are there from the start");
  await shoot(page, "categories");
}

async function tryToPublishGaps(page) {
  await page.goto(`https://${hosts.site}/admin/pages/terms`, { waitUntil: "networkidle" });
  const text = page.getByLabel("Text", { exact: true });
  const read = (await text.inputValue()).replace(/^> .*\n+/, "");
  await text.fill(`${read}\n\nTyped here.`);
  await page.getByRole("button", { name: /publish/i }).click();
  await page.getByText("[your name and postal address]").first().waitFor();
  expect((await text.inputValue()).endsWith("Typed here."), "a page that can’t be published keeps what was typed");
  await shoot(page, "terms-with-gaps");
}

/** Pictures of both widths, if GOING_LIVE_PICTURES names a folder. */
async function shoot(page, name) {
  const folder = process.env.GOING_LIVE_PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Two frames, so that all is drawn at this width.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await page.screenshot({ path: path.join(folder, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: widths[0], height: 900 });
}
