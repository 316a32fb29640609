import { anAccount, password, setUpApp, signedIn } from "./accounts";
import { expect, type TestApp } from "./test-app";

/** An admin with a second factor, signed in on one device. */
export async function aGuardedAccount(app: TestApp) {
  const account = await anAccount(app.db, { role: "admin" });
  const device = await signedIn(app, account);
  return { account, device, ...(await setUpApp(app, device)) };
}

/** A browser in which the right password was entered. */
export async function halfWay(app: TestApp, { email }: { email: string }) {
  const browser = app.browser();
  expect(await browser.api.accounts.signIn({ email, password })).toEqual({ next: "second_factor" });
  return browser;
}
