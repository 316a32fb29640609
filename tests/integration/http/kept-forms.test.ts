import { keptForms } from "@db/schema";
import { anAccount, password } from "../../support/accounts";
import { PlainBrowser, type Page } from "../../support/browser-without-javascript";
import { noticeOf, textsOf } from "../../support/page-parts";
import { aRecording } from "../../support/recordings";
import { expect, test as siteTest } from "../../support/site-over-http";

const test = siteTest.extend("browser", ({ server }) => new PlainBrowser(server.url));

const signInForm = "form:has([name=password])";
const profileForm = "form:has([name=fullName])";
const note = "Not saved yet. Please check and save again.";

async function signIn(browser: PlainBrowser, email: string, signInPage?: Page): Promise<Page> {
  return browser.submit(signInPage ?? (await browser.open("/sign-in")), { email, password }, signInForm);
}

const valueOf = (page: Page, name: string) => {
  const field = page.root.querySelector(`main [name=${name}]`);
  return field?.getAttribute("value") ?? field?.text;
};
const pathOf = ({ url }: Page) => new URL(url).pathname;
const notes = (page: Page) => textsOf(page, "[role=status], [role=alert]").filter((text) => text !== "");

test("restores once a profile that was saved after signing out in another tab", async ({ browser, db }) => {
  const { email } = await anAccount(db);
  await signIn(browser, email);
  const opened = await browser.open("/dashboard/settings");
  await browser.post("/sign-out", {});
  const signInPage = await browser.submit(opened, { fullName: "Maeve Byrne", timeZone: "Asia/Tokyo" }, profileForm);
  expect(pathOf(signInPage)).toBe("/sign-in");

  const again = await signIn(browser, email, signInPage);
  expect([pathOf(again), valueOf(again, "fullName"), noticeOf(again)]).toEqual([
    "/dashboard/settings",
    "Maeve Byrne",
    note,
  ]);
  expect(again.root.querySelector("option[selected]")?.getAttribute("value")).toBe("Asia/Tokyo");
  expect(valueOf(await browser.open("/dashboard/settings"), "fullName")).not.toBe("Maeve Byrne");
  const saved = await browser.submit(again, {}, profileForm);
  expect([valueOf(saved, "fullName"), notes(saved)]).toEqual([
    "Maeve Byrne",
    ["Success Your profile has been updated."],
  ]);
});

/** Follows no redirect to the settings page. */
class InterruptedBrowser extends PlainBrowser {
  protected override follows = ({ pathname }: URL) => pathname !== "/dashboard/settings";
}

test("restores a form again for a browser that did not receive the answer", async ({ server, db }) => {
  const { email } = await anAccount(db);
  const browser = new InterruptedBrowser(server.url);
  await signIn(browser, email);
  const opened = await browser.open("/dashboard/settings");
  await browser.post("/sign-out", {});
  await signIn(browser, email, await browser.submit(opened, { fullName: "Maeve Byrne" }, profileForm));
  const answer = async () => (await fetch(`${server.url}/dashboard/settings`, { headers: browser.headers })).text();
  expect(await answer()).toContain("Maeve Byrne");
  expect(await answer()).toContain("Maeve Byrne");
});

test("shows a kept form to no other account and in no other browser", async ({ browser, db, server }) => {
  const member = await anAccount(db);
  const other = await anAccount(db);
  await signIn(browser, member.email);
  const opened = await browser.open("/dashboard/settings");
  await browser.post("/sign-out", {});
  const signInPage = await browser.submit(opened, { fullName: "Maeve Byrne" }, profileForm);
  const others = await signIn(browser, other.email, signInPage);
  expect([pathOf(others), others.html.includes("Maeve Byrne")]).toEqual(["/dashboard/settings", false]);

  const elsewhere = new PlainBrowser(server.url);
  await signIn(elsewhere, member.email);
  expect((await elsewhere.open("/dashboard/settings")).html).not.toContain("Maeve Byrne");
  await browser.post("/sign-out", {});
  await signIn(browser, member.email);
  expect(valueOf(await browser.open("/dashboard/settings"), "fullName")).toBe("Maeve Byrne");
});

test("keeps the text fields of the admin's form with a picture", async ({ browser, db }) => {
  const { email } = await anAccount(db, { role: "admin" });
  await signIn(browser, email);
  const opened = await browser.open("/admin/sessions/new");
  await browser.post("/sign-out", {});
  const description = "Long exhales. ".repeat(300);
  const typed = { title: "The Weir", description, image: new File(["x"], "weir.png", { type: "image/png" }) };
  const again = await signIn(browser, email, await browser.submit(opened, typed));
  expect([pathOf(again), valueOf(again, "title")]).toEqual(["/admin/sessions/new", "The Weir"]);
  expect(valueOf(again, "description")?.trim()).toBe(description.trim());
  expect(notes(again)).toContain(note);
});

test("keeps no password, no form without an account and no overlong form", async ({ browser, db }) => {
  const { email } = await anAccount(db);
  await signIn(browser, email);
  const passwords = await browser.open("/dashboard/settings/password");
  const profile = await browser.open("/dashboard/settings");
  await browser.post("/sign-out", {});
  const changed = { currentPassword: password, newPassword: "secret-3", confirmPassword: "secret-3" };
  await browser.submit(passwords, changed, "form:has([name=newPassword])");
  await browser.post("/dashboard/settings", { fullName: "Maeve Byrne", accountMark: "made-up" });
  await browser.submit(profile, { fullName: "M".repeat(130 * 1024) }, profileForm);
  expect(await db.select().from(keptForms)).toEqual([]);
});

test("fills the price form of a library with nothing kept from its other forms", async ({ browser, db }) => {
  const { email } = await anAccount(db, { role: "admin" });
  await aRecording(db);
  await signIn(browser, email);
  const opened = await browser.open("/admin/birth-recordings");
  const price = valueOf(opened, "price");
  expect(price).toMatch(/^\d/);
  await browser.post("/sign-out", {});
  const signInPage = await browser.submit(opened, {}, "form:has([value=free])");
  const again = await signIn(browser, email, signInPage);
  expect([pathOf(again), valueOf(again, "price"), notes(again)]).toEqual(["/admin/birth-recordings", price, []]);

  await browser.post("/sign-out", {});
  const typed = await browser.submit(again, { price: "77.00" }, "form:has([value=price])");
  const kept = await signIn(browser, email, typed);
  expect([valueOf(kept, "price"), notes(kept)]).toEqual(["77.00", [note]]);
});
