import { users } from "@db/schema";
import { cheapHash } from "../../../support/accounts";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import type { BuiltServer } from "../../../support/built-server";
import { aSession } from "../../../support/sessions";
import { conflict, errorsOf, noticeOf, paragraphsOf, sectionUnder, toastOf } from "../../../support/page-parts";
import { expect, test as siteTest } from "../../../support/site-over-http";

const password = "slow-exhale-7";
const banner = "aside[aria-label='Whose account this is']";

type World = { server: BuiltServer; browser: PlainBrowser; memberPath: string };

const test = siteTest.extend<{ world: World }>({
  world: async ({ db, server }, use) => {
    const shared = { passwordHash: await cheapHash(password), emailConfirmedAt: new Date() };
    await db.insert(users).values({ ...shared, email: "admin@example.com", fullName: "Clara Marsh", role: "admin" });
    const [member] = await db
      .insert(users)
      .values({ ...shared, email: "maeve@example.com", fullName: "Maeve Donnelly" })
      .returning();
    const browser = new PlainBrowser(server.url);
    await signIn(browser, "admin@example.com");
    await use({ server, browser, memberPath: `/admin/users/${member!.id}` });
  },
});

async function signIn(browser: PlainBrowser, email: string, typed = password): Promise<Page> {
  return browser.submit(await browser.open("/sign-in"), { email, password: typed }, "form:has([name=password])");
}

const flash = (page: Page) => toastOf(page);

test("finds a member, changes the details and reports a conflicting edit, without JavaScript", async ({
  world: { browser, memberPath },
}) => {
  const list = await browser.open("/admin/users?search=MAEVE@");
  expect(textOf(list, "h1")).toBe("User Management");
  expect(list.root.querySelectorAll("tbody tr")).toHaveLength(1);
  expect(list.root.querySelector("tbody a")!.getAttribute("href")).toBe(memberPath);
  const view = list.root.querySelectorAll("tbody a").at(-1)!;
  expect([view.text, view.getAttribute("href")]).toEqual(["View Maeve Donnelly", memberPath]);
  expect(paragraphsOf(await browser.open("/admin/users?search=unknown"))).toContain("No one found for “unknown”.");

  const form = await browser.open(`${memberPath}?edit`);
  const saved = await browser.submit(form, { fullName: "Maeve Byrne", subscriptionStatus: "active" });
  expect(flash(saved)).toBe("User details updated");
  expect(textOf(saved, "h1")).toBe("Maeve Byrne");
  expect(textOf(saved, "main dl")).toContain("Active");

  const late = await browser.submit(form, { fullName: "Another Name", subscriptionStatus: "free" });
  expect(late.status).toBe(409);
  expect(textOf(late, conflict("dl"))).toContain("Full nameSaved versionMaeve Byrne");
  expect(late.root.querySelector("[name=fullName]")!.getAttribute("value")).toBe("Another Name");
  expect(flash(await browser.submit(late, { subscriptionStatus: "free" }))).toBe("User details updated");

  const empty = await browser.submit(await browser.open(`${memberPath}?edit`), {
    fullName: " ",
    email: "no",
    subscriptionStatus: "free",
  });
  expect(empty.status).toBe(422);
  expect(errorsOf(empty)).toEqual(["Enter a name", "Enter a full email address"]);
});

test("changes a member's address by the mailed links, without JavaScript", async ({
  world: { browser, memberPath, server },
}) => {
  const form = await browser.open(`${memberPath}?edit`);
  const asked = await browser.submit(form, { email: "new@example.com", subscriptionStatus: "free" });
  expect(noticeOf(asked)).toContain("Waiting for new@example.com to be confirmed");

  const mailbox = () => fetch(`${server.url}/dev/mailbox.json?to=new@example.com`);
  const link = async () => /\/change-email\?token=[\w-]+/.exec(await (await mailbox()).text())?.[0];
  await expect.poll(link).toBeDefined();
  const member = new PlainBrowser(server.url);
  const done = await member.submit(await member.open((await link())!));
  expect(flash(done)).toContain("You now sign in with your new address.");
  expect((await member.open((await link())!)).status).toBe(410);
  expect(new URL((await signIn(member, "new@example.com")).url).pathname).toBe("/dashboard");
});

test("sets a password and sends a reset link, without JavaScript", async ({
  world: { browser, memberPath, server },
}) => {
  const page = await browser.open(`${memberPath}/password`);
  const none = await browser.submit(page, { password: "" });
  expect([none.status, errorsOf(none)[0]]).toEqual([422, "Enter a password"]);
  expect(errorsOf(await browser.submit(page, { password: "short" }))[0]).toBe("Password must be at least 6 characters");
  expect(flash(await browser.submit(page, { password: "quiet-tide-3" }))).toContain("Password set");
  const member = new PlainBrowser(server.url);
  expect(new URL((await signIn(member, "maeve@example.com", "quiet-tide-3")).url).pathname).toBe("/dashboard");

  const reset = await browser.submit(await browser.open(`${memberPath}/reset`));
  expect(flash(reset)).toBe("Password reset sent A link is on its way to maeve@example.com.");
});

test("explains why an action on an admin or an unknown user is refused", async ({ world: { browser } }) => {
  const own = await browser.open("/admin/users?search=admin@");
  const path = own.root.querySelector("tbody a")!.getAttribute("href")!;
  const login = await browser.submit(await browser.open(`${path}/login`), { reason: "Just so" });
  expect([login.status, noticeOf(login)]).toEqual([403, "Failed to login as user You can’t log in as another admin."]);
  const set = await browser.submit(await browser.open(`${path}/password`), { password: "quiet-tide-3" });
  expect(noticeOf(set)).toBe("Failed to set password Admins choose their own password.");

  const missing = await browser.open("/admin/users/0b0b0b0b-0000-4000-8000-000000000000");
  expect([missing.status, textOf(missing, "main h1")]).toEqual([404, "User not found"]);
  expect(missing.root.querySelector("main a")!.getAttribute("href")).toBe("/admin/users");
  expect((await browser.open("/admin/users/unknown/login")).status).toBe(404);
});

test("shows the way back on every page while impersonating, and hides what is refused, without JavaScript", async ({
  db,
  world: { browser, memberPath },
}) => {
  const page = await browser.open(`${memberPath}/login`);
  const none = await browser.submit(page, { reason: "" });
  expect([none.status, errorsOf(none)[0]]).toEqual([422, "Enter why you need to see this account"]);

  const inside = await browser.submit(page, { reason: "She can’t find her recording" });
  expect(new URL(inside.url).pathname).toBe("/dashboard");
  for (const path of ["/dashboard/settings", "/", "/sign-in", "/update-password", "/nowhere", "/impersonation"]) {
    const text = textOf(await browser.open(path), `${banner} p`);
    expect([path, text]).toEqual([path, "You see what Maeve Donnelly sees. Nothing can be changed."]);
  }
  expect(new URL((await browser.open("/admin")).url).pathname).toBe("/dashboard");
  const refused = await browser.post("/dashboard/settings/password", {
    currentPassword: password,
    newPassword: "quiet-tide-3",
    confirmPassword: "quiet-tide-3",
  });
  expect([refused.status, refused.html]).toEqual([403, expect.stringContaining("so you can’t change anything")]);
  const upload = await fetch(new URL("/api/uploads", browser.site), { method: "POST", headers: browser.headers });
  expect([upload.status, await upload.text()]).toEqual([403, expect.stringContaining("someone else’s account")]);

  const session = await aSession(db);
  const profile = await browser.open("/dashboard/settings");
  expect(profile.root.querySelectorAll("main form fieldset[disabled]").length).toBeGreaterThan(0);
  const unavailable = "Not available while you are logged in as Maeve Donnelly.";
  for (const title of ["Password", "Two-step sign-in", "Announcements", "Your data"]) {
    const card = sectionUnder(profile, title);
    expect([title, card.text.endsWith(unavailable)]).toEqual([title, true]);
  }
  for (const path of ["/dashboard/settings", `/sessions/${session.id}`, `/sessions/${session.id}/book`]) {
    const { root } = await browser.open(path);
    const works = root.querySelectorAll("main form").filter((form) => !form.querySelector("fieldset[disabled]"));
    expect(
      works.map((form) => form.getAttribute("action")),
      path,
    ).toEqual([]);
    const to = root.querySelectorAll("main a").map((link) => link.getAttribute("href"));
    expect(
      to.filter((href) => /settings\/|\/(book|share)$/.test(href ?? "")),
      path,
    ).toEqual([]);
  }

  const back = await browser.submit(await browser.open("/dashboard"), {}, `${banner} form`);
  expect([flash(back), new URL(back.url).pathname]).toEqual(["You are back in your own account", memberPath]);
  expect(back.root.querySelector(banner)).toBeNull();
});
