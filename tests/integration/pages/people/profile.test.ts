import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { anAccount, password } from "../../../support/accounts";
import { PlainBrowser, type Page } from "../../../support/browser-without-javascript";
import { errorsOf, messageOn } from "../../../support/page-parts";
import { expect, test as siteTest } from "../../../support/site-over-http";

type Member = { account: Awaited<ReturnType<typeof anAccount>>; browser: PlainBrowser };

const test = siteTest.extend<{ member: Member }>({
  member: async ({ server, db }, use) => {
    const account = await anAccount(db);
    const browser = new PlainBrowser(server.url);
    const signInPage = await browser.open("/sign-in");
    await browser.submit(signInPage, { email: account.email, password }, "form:has([name=password])");
    await use({ account, browser });
  },
});

const form = "form:has([name=fullName])";
const noticeOf = (page: Page) => messageOn(page);

test("changes the profile at both addresses, without JavaScript", async ({ member, db }) => {
  const { browser, account } = member;
  for (const [path, fullName] of [
    ["/dashboard/settings", "Maeve O’Hara"],
    ["/user/settings", "Maeve Byrne"],
  ] as const) {
    const values = { fullName, timeZone: "Asia/Tokyo", currency: "EUR" };
    const saved = await browser.submit(await browser.open(path), values, form);
    expect([saved.status, new URL(saved.url).pathname, noticeOf(saved)]).toEqual([
      200,
      path,
      "Success Your profile has been updated.",
    ]);
    const [row] = await db.select().from(users).where(eq(users.id, account.id));
    expect(row).toMatchObject({ fullName, timeZone: "Asia/Tokyo", currency: "EUR", hasReminders: true });
    const chosen = saved.root.querySelectorAll("option[selected]").map((option) => option.getAttribute("value"));
    expect(chosen).toEqual(["Asia/Tokyo", "EUR"]);
    expect(saved.root.querySelector("#profile-email")?.hasAttribute("readonly")).toBe(true);
  }
});

test("keeps the typed values of a refused profile and shows the error beside its field", async ({ member, db }) => {
  const { browser, account } = member;
  const page = await browser.open("/user/settings");
  const refused = await browser.submit(page, { fullName: " ", timeZone: "Asia/Tokyo" }, form);
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, "Enter your full name"]);
  expect(refused.root.querySelector("option[selected]")?.getAttribute("value")).toBe("Asia/Tokyo");
  const [row] = await db.select().from(users).where(eq(users.id, account.id));
  expect(row).toMatchObject({ fullName: account.fullName, timeZone: null });
});

test("stores a currency chosen in the header with the account", async ({ member, db }) => {
  const { browser, account } = member;
  await browser.post("/currency", { currency: "USD", returnTo: "/" });
  const [row] = await db.select().from(users).where(eq(users.id, account.id));
  expect(row!.currency).toBe("USD");
});

test("downloads the member's data as a file that is not cached", async ({ member }) => {
  const { browser, account } = member;
  const answer = await fetch(`${browser.site}/dashboard/settings/my-data.json`, { headers: browser.headers });
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="my-data.json"');
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(await answer.json()).toMatchObject({ profile: { email: account.email } });
});

test("deletes an account after the current password, without JavaScript", async ({ member, db }) => {
  const { browser, account } = member;
  const page = await browser.open("/dashboard/settings/delete");
  const refused = await browser.submit(page, { currentPassword: "wrong-one" });
  expect([refused.status, errorsOf(refused)[0]]).toEqual([422, "Current password is incorrect"]);
  expect(refused.html).not.toContain("wrong-one");
  const gone = await browser.submit(refused, { currentPassword: password });
  expect([new URL(gone.url).pathname, noticeOf(gone)]).toEqual(["/", expect.stringContaining("Account deleted")]);
  expect(new URL((await browser.open("/dashboard")).url).pathname).toBe("/sign-in");
  const [row] = await db.select().from(users).where(eq(users.id, account.id));
  expect(row).toMatchObject({ fullName: "Deleted member", passwordHash: null });
});
