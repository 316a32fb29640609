import { anAccount, password, setUpAuthenticator, signedInBrowser } from "./accounts";
import { expect, type TestApp } from "./test-app";

/** An admin with a second factor, signed in on one device. */
export async function anAdminWithSecondFactor(app: TestApp) {
  const account = await anAccount(app.db, { role: "admin" });
  const device = await signedInBrowser(app, account);
  return { account, device, ...(await setUpAuthenticator(app, device)) };
}

/** A browser in which the right password was entered. */
export async function browserAtSecondFactor(app: TestApp, { email }: { email: string }) {
  const browser = app.browser();
  expect(await browser.api.accounts.signIn({ email, password })).toEqual({ next: "second_factor" });
  return browser;
}
