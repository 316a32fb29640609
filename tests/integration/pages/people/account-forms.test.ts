import { like } from "drizzle-orm";
import { rateLimits, secondFactors, users } from "@db/schema";
import { anAccount, password } from "../../../support/accounts";
import { fieldOf, noteOf, signInForm, test, valueOf } from "../../../support/account-forms-http";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { messageOn, secretOn } from "../../../support/page-parts";
import { fillCollections } from "../../../support/recordings";
import { addressOf, linkNamed, newestMailedLink, signIn } from "../../../support/recordings-http";
import { expect } from "../../../support/site-over-http";

const elsewhere = [
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
];

test.for(elsewhere)("never redirects to another site after signing in: %j", async (address, { browser, account }) => {
  const path = `/sign-in?${new URLSearchParams({ returnTo: address }).toString()}`;
  expect(addressOf(await signIn(browser, account.email, path))).toBe("/dashboard");
  // The same holds for a visitor who is signed in already.
  expect(addressOf(await browser.open(path))).toBe("/dashboard");
});

test.for([
  ["purchase=true", "/birth-recordings?purchase=true"],
  ["purchase=true&type=stress", "/stress-recordings?purchase=true"],
  ["confirmed=true&type=stress", "/stress-recordings"],
  ["confirmed=true&type=birth", "/birth-recordings"],
  ["confirmed=true&type=other", "/dashboard/resources"],
] as const)(
  "/sign-in?%s leads to %s, also through the other tab",
  async ([query, leadsTo], { browser, account, db }) => {
    await fillCollections(db);
    const tab = await browser.open(`/sign-in?tab=sign-up&${query}`);
    expect(addressOf(await signIn(browser, account.email, linkNamed(tab, "Sign In")))).toBe(leadsTo);
  },
);

test("answers a wrong password and an unknown email with the same words", async ({ browser, account }) => {
  for (const email of [account.email, "unknown@example.com"]) {
    const page = await browser.submit(await browser.open("/sign-in"), { email, password: "not-this-one" }, signInForm);
    expect(page.status).toBe(401);
    expect(messageOn(page)).toBe("Sign-in failed Invalid email or password");
    expect([valueOf(page, "email"), valueOf(page, "password")]).toEqual([email, ""]);
  }
});

test("shows what is missing beside each field of an empty form", async ({ browser }) => {
  const page = await browser.submit(await browser.open("/sign-in"), {}, signInForm);
  expect(page.status).toBe(422);
  expect(noteOf(page, "email")).toBe("Enter a full email address");
  expect(noteOf(page, "password")).toBe("Enter your password");
  expect(messageOn(page)).toBe("Sign-in failed You must provide either an email or phone number and a password.");
});

test("leads an admin to the back office, unless another address was asked for", async ({ server, db }) => {
  const { email } = await anAccount(db, { role: "admin" });
  const arrive = async (path: string) => {
    const browser = new PlainBrowser(server.url);
    const arrived = [await signIn(browser, email, path), await browser.open(path)];
    return arrived.map(addressOf);
  };
  expect(await arrive("/sign-in")).toEqual(["/admin", "/admin"]);
  expect(await arrive("/sign-in?returnTo=%2Fdashboard%2Fsettings")).toEqual(Array(2).fill("/dashboard/settings"));
  const browser = new PlainBrowser(server.url);
  await browser.submit(await browser.open("/sign-in/link"), { email });
  const link = await browser.open(await newestMailedLink(server, email, "sign-in-link"));
  expect(addressOf(await browser.submit(link))).toBe("/admin");
});

test("leads a member who signs in during a reset to a new password, once and with the current one", async ({
  browser,
  account,
  server,
}) => {
  const { email } = account;
  await browser.submit(await browser.open("/sign-in?tab=reset-password"), { email }, "dialog form");
  const page = await signIn(browser, email, "/sign-in?returnTo=%2Fdashboard%2Fsettings");
  expect(addressOf(page)).toBe("/update-password");
  expect(messageOn(page)).toBe("Signed in successfully Please set a new password now.");
  expect(fieldOf(page, "currentPassword")).toBeTruthy();
  await browser.submit(await browser.open("/sign-out"));
  expect(addressOf(await signIn(browser, email))).toBe("/dashboard");
  const other = new PlainBrowser(server.url);
  expect(addressOf(await signIn(other, email))).toBe("/dashboard");
});

test("asks for the code before the new password during a reset", async ({ browser, account, db }) => {
  const { email, id: userId } = account;
  await db.insert(secondFactors).values({ userId, encryptedSecret: "", confirmedAt: new Date() });
  await browser.submit(await browser.open("/sign-in?tab=reset-password"), { email }, "dialog form");
  const code = await signIn(browser, email);
  expect(addressOf(code)).toBe("/sign-in/code?returnTo=%2Fupdate-password");
});

test("refuses too many attempts with the time to wait", async ({ browser, account, db }) => {
  const { email } = account;
  await browser.submit(await browser.open("/sign-in"), { email, password: "not-this-one" }, signInForm);
  await db
    .update(rateLimits)
    .set({ points: 100_000 })
    .where(like(rateLimits.key, "password of account from address:%"));
  const page = await signIn(browser, email);
  expect(page.status).toBe(429);
  expect(messageOn(page)).toBe("Sign-in failed Too many attempts. Please try again in 15 minutes.");
});

test("gives each tab its own address", async ({ browser }) => {
  const current = (page: Page) => textOf(page, "main nav [aria-current=page]");
  const tab = await browser.open("/sign-in");
  expect(current(tab)).toBe("Sign In");
  const other = await browser.open(linkNamed(tab, "Create Account"));
  expect(current(other)).toBe("Create Account");
  expect(fieldOf(other, "firstName")).toBeTruthy();
});

test("signs out by the button on /sign-out, not by opening the page", async ({ browser, account }) => {
  await signIn(browser, account.email);
  const question = await browser.open("/sign-out");
  expect(addressOf(await browser.open("/dashboard"))).toBe("/dashboard");
  expect(addressOf(await browser.submit(question))).toBe("/");
  expect(addressOf(await browser.open("/dashboard"))).toBe("/sign-in");
});

test("tells a member who signs in from /admin on the dashboard that access is denied", async ({ browser, account }) => {
  const page = await signIn(browser, account.email, addressOf(await browser.open("/admin")));
  expect(addressOf(page)).toBe("/dashboard");
  expect(messageOn(page)).toBe("Access Denied You do not have admin privileges");
});

const over = "This link has expired or has already been used.";

test("says that an invalid link has expired", async ({ browser }) => {
  for (const path of ["/verify-email", "/reset-password?token=short", "/sign-in-link?token=abc"]) {
    const page = await browser.open(path);
    expect([page.status, textOf(page, "main [role=alert]")]).toEqual([410, over]);
  }
});

test("refuses a link that was used elsewhere since its page was opened", async ({ browser, account, server }) => {
  await browser.submit(await browser.open("/sign-in/link"), { email: account.email });
  const link = await newestMailedLink(server, account.email, "sign-in-link");
  const other = new PlainBrowser(server.url);
  const [here, there] = [await browser.open(link), await other.open(link)];
  expect(addressOf(await browser.submit(here))).toBe("/dashboard");
  const late = await other.submit(there);
  expect([late.status, textOf(late, "main [role=alert]")]).toEqual([410, over]);
  expect(addressOf(await other.open(linkNamed(late, "Send a new link")))).toBe("/sign-in/link");
});

test("sets a new password by a mailed link, without the old one and without JavaScript", async ({
  browser,
  account,
  server,
}) => {
  const { email } = account;
  await browser.submit(await browser.open("/sign-in?tab=reset-password"), { email }, "dialog form");
  const link = await newestMailedLink(server, email, "reset-password");
  const form = await browser.submit(await browser.open(link));
  expect([addressOf(form), fieldOf(form, "currentPassword")]).toEqual(["/update-password", null]);
  const typed = { newPassword: "longer-exhale-9", confirmPassword: "longer-exhale-9" };
  const updated = await browser.submit(form, typed);
  expect([textOf(updated, "h1"), messageOn(updated)]).toEqual([
    "Password Updated",
    "Success Your password has been updated.",
  ]);
  expect((await browser.open(link)).status).toBe(410);
});

test("answers an unknown address like a known one", async ({ browser, account }) => {
  for (const email of [account.email, "unknown@example.com"]) {
    const reset = await browser.submit(await browser.open("/sign-in?tab=reset-password"), { email }, "dialog form");
    expect(textOf(reset, "dialog h1")).toBe("Check Your Email");
    const link = await browser.submit(await browser.open("/sign-in/link"), { email });
    expect(textOf(link, "h1")).toBe("Check Your Email");
    expect(messageOn(link)).toContain("Magic Link Sent Check your email for a sign-in link.");
  }
});

test.for([
  [
    "longer-exhale-9",
    "another-one",
    "Passwords don't match",
    "Please make sure both passwords match.",
    "confirmPassword",
  ],
  ["short", "short", "Password too short", "Password should be at least 6 characters long.", "newPassword"],
] as const)(
  "/update-password refuses %s and %s beside the field and above the form",
  async ([newPassword, confirmPassword, title, text, field], { browser, account }) => {
    await signIn(browser, account.email);
    const typed = { currentPassword: password, newPassword, confirmPassword };
    const page = await browser.submit(await browser.open("/update-password"), typed);
    expect(page.status).toBe(422);
    expect(messageOn(page)).toBe(`${title} ${text}`);
    expect(noteOf(page, field)).toBe(text);
    expect(page.html).not.toContain(password);
  },
);

test("asks a visitor to sign in on /update-password, and a member for the current password", async ({
  browser,
  account,
}) => {
  const asked = await browser.open("/update-password");
  expect(addressOf(asked)).toBe("/sign-in?returnTo=%2Fupdate-password");
  expect(messageOn(asked)).toBe("Authentication Required You need to be signed in to change your password.");
  const form = await browser.submit(asked, { email: account.email, password }, signInForm);
  const typed = { currentPassword: "not-this-one", newPassword: "longer-exhale-9", confirmPassword: "longer-exhale-9" };
  expect(noteOf(await browser.submit(form, typed), "currentPassword")).toBe("Current password is incorrect");
});

test("leads an account without a password to a link that sets one", async ({ browser, account, db }) => {
  await signIn(browser, account.email);
  await db.update(users).set({ passwordHash: null });
  const dialog = await browser.open(linkNamed(await browser.open("/dashboard/settings"), "Set a password"));
  expect(textOf(dialog, "dialog h1")).toBe("Forgot your password?");
});

test("asks for the password to sign out everywhere, and ends every session, including this one", async ({
  browser,
  account,
  server,
}) => {
  const other = new PlainBrowser(server.url);
  for (const device of [browser, other]) await signIn(device, account.email);
  const settings = await browser.open("/dashboard/settings");
  const dialog = await browser.open(linkNamed(settings, "Sign out everywhere"));
  const refused = await browser.submit(dialog, { currentPassword: "not-this-one" }, "dialog form");
  expect([refused.status, noteOf(refused, "currentPassword")]).toEqual([422, "Current password is incorrect"]);
  expect(addressOf(await other.open("/dashboard"))).toBe("/dashboard");
  expect(addressOf(await browser.submit(refused, { currentPassword: password }, "dialog form"))).toBe("/");
  for (const device of [browser, other]) expect(addressOf(await device.open("/dashboard"))).toBe("/sign-in");
});

test("signs out another device after asking for the password", async ({ browser, account, server }) => {
  const other = new PlainBrowser(server.url);
  for (const device of [browser, other]) await signIn(device, account.email);
  const settings = await browser.open("/dashboard/settings");
  const dialog = await browser.open(linkNamed(settings, "Sign out all other devices"));
  const page = await browser.submit(dialog, { currentPassword: password }, "dialog form");
  expect([addressOf(page), messageOn(page)]).toEqual([
    "/dashboard/settings",
    "Signed out All other devices have been signed out.",
  ]);
  expect(addressOf(await other.open("/dashboard"))).toBe("/sign-in");
  const again = await browser.open("/dashboard/settings/devices?device=others");
  expect(messageOn(again)).toBe("Error This device is already signed out.");
});

test("shows the authenticator key only after the password", async ({ browser, account }) => {
  await signIn(browser, account.email);
  const question = await browser.open("/dashboard/settings/second-factor");
  expect(secretOn(question)).toBeUndefined();
  const passwordForm = "main form:has([name=currentPassword])";
  const refused = await browser.submit(question, { currentPassword: "not-this-one" }, passwordForm);
  expect([refused.status, noteOf(refused, "currentPassword")]).toEqual([422, "Current password is incorrect"]);
  expect(secretOn(refused)).toBeUndefined();
  const steps = await browser.submit(refused, { currentPassword: password }, passwordForm);
  expect(secretOn(steps)).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  const again = await browser.submit(steps, { code: "000000" }, "main form:has([name=code])");
  expect([again.status, noteOf(again, "code")]).toEqual([422, "That code is not right. Please try again."]);
  expect(secretOn(again)).toBeUndefined();
});
