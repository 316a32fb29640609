import { anAccount, password, setUpAuthenticator, signedInBrowser } from "./accounts";
import { expect, type TestApp } from "./test-app";

export async function anAdminWithSecondFactor(app: TestApp) {
  const account = await anAccount(app.db, { role: "admin" });
  const device = await signedInBrowser(app, account);
  return { account, device, ...(await setUpAuthenticator(app, device)) };
}

/** Returns a browser that has entered the password but not the code. */
export async function browserAtSecondFactor(app: TestApp, { email }: { email: string }) {
  const browser = app.browser();
  expect(await browser.api.accounts.signIn({ email, password })).toEqual({ next: "second_factor" });
  return browser;
}
