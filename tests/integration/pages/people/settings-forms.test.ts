import { Secret, TOTP } from "otpauth";
import { anAccount, password } from "../../../support/accounts";
import { noteOf, signInForm } from "../../../support/account-forms-http";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { messageOn, secretOn, textsOf } from "../../../support/page-parts";
import { addressOf, linkNamed, signIn } from "../../../support/recordings-http";
import { expect, test as siteTest } from "../../../support/site-over-http";

const settings = "/dashboard/settings";

const test = siteTest.extend<{ email: string; browser: PlainBrowser }>({
  email: async ({ db }, use) => use((await anAccount(db)).email),
  browser: async ({ server, email }, use) => {
    const browser = new PlainBrowser(server.url);
    await signIn(browser, email);
    await use(browser);
  },
});

const noticeOf = (page: Page) => messageOn(page);
const codesOf = (page: Page) => textsOf(page, "main [role=status] + ul li");
const withCode = "form:has([name=code])";
const withPassword = "form:has([name=currentPassword])";

test("signs in with a recovery code, renews the codes and turns the second step off with one, without JavaScript", async ({
  browser,
  email,
  server,
}) => {
  const asked = await browser.open(`${settings}/second-factor`);
  const setUp = await browser.submit(asked, { currentPassword: password }, withPassword);
  const key = secretOn(setUp)!.replaceAll(" ", "");
  const old = codesOf(
    await browser.submit(setUp, { code: new TOTP({ secret: Secret.fromBase32(key) }).generate() }, withCode),
  );
  expect(old).toHaveLength(10);
  expect((await browser.open(`${settings}/second-factor`)).html).not.toContain(old[0]);

  const device = new PlainBrowser(server.url);
  const asksForCode = await signIn(device, email);
  expect(addressOf(asksForCode)).toContain("/sign-in/code");
  // A sign-in without its code opens no page.
  expect(addressOf(await device.open("/dashboard"))).toContain("/sign-in/code");
  const wrong = await device.submit(asksForCode, { code: "000000" }, withCode);
  expect([wrong.status, noteOf(wrong, "code")]).toEqual([422, "That code is not right. Please try again."]);
  expect(addressOf(await device.submit(wrong, { code: old[2]! }, withCode))).toBe("/dashboard");

  const renewing = await browser.open(linkNamed(await browser.open(settings), "New recovery codes"));
  const renewed = codesOf(await browser.submit(renewing, { code: old[0]!, currentPassword: password }, withCode));
  expect(renewed).toHaveLength(10);

  const dialog = await browser.open(linkNamed(await browser.open(settings), "Turn off"));
  const refused = await browser.submit(dialog, { code: old[1]!, currentPassword: password }, withCode);
  expect([refused.status, textOf(refused, "dialog h1")]).toEqual([422, "Turn off two-step sign-in"]);
  const off = await browser.submit(refused, { code: renewed[0]!, currentPassword: password }, withCode);
  expect(addressOf(off)).toBe(settings);
  expect(noticeOf(off)).toBe("Two-step sign-in turned off You now sign in with your password only.");
  expect(addressOf(await signIn(new PlainBrowser(server.url), email))).toBe("/dashboard");
});

test("changes the password in its dialog, without JavaScript", async ({ browser, email, server }) => {
  const dialog = await browser.open(linkNamed(await browser.open(settings), "Change Password"));
  const typed = { currentPassword: password, newPassword: "quiet-tide-3", confirmPassword: "quiet-tide-3" };
  const wrong = await browser.submit(dialog, { ...typed, currentPassword: "not-this-one" }, withPassword);
  expect([wrong.status, noteOf(wrong, "currentPassword")]).toEqual([422, "Current password is incorrect"]);
  const changed = await browser.submit(wrong, typed, withPassword);
  expect([addressOf(changed), noticeOf(changed)]).toEqual([settings, "Success Your password has been updated."]);
  const device = new PlainBrowser(server.url);
  const door = await device.open("/sign-in");
  const entered = await device.submit(door, { email, password: typed.newPassword }, signInForm);
  expect(addressOf(entered)).toBe("/dashboard");
});

test("signs out other devices and keeps this one, without JavaScript", async ({ browser, email, server }) => {
  const other = new PlainBrowser(server.url);
  await signIn(other, email);
  const asked = await browser.open(linkNamed(await browser.open(settings), "Sign out all other devices"));
  const page = await browser.submit(asked, { currentPassword: password }, withPassword);
  expect(addressOf(page)).toBe(settings);
  expect(noticeOf(page)).toBe("Signed out All other devices have been signed out.");
  expect(addressOf(await other.open(settings))).toContain("/sign-in");
});

test("creates and renews the address of a calendar feed, without JavaScript", async ({ browser }) => {
  const feed = `form[action="${settings}/calendar-feed"]`;
  const made = await browser.submit(await browser.open(settings), {}, feed);
  expect(noticeOf(made)).toContain("Calendar feed ready");
  const address = linkNamed(made, "Subscribe").replace("webcal:", "http:");
  expect(await (await fetch(address)).text()).toContain("NAME:My sessions at Breathroom\r\n");
  const renewed = linkNamed(await browser.submit(made, {}, feed), "Subscribe").replace("webcal:", "http:");
  expect(renewed).not.toBe(address);
  expect([(await fetch(address)).status, (await fetch(renewed)).status]).toEqual([404, 200]);
});
