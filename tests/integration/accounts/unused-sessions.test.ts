import { anAccount, signedInBrowser, signedInEmail } from "../../support/accounts";
import { expect, test } from "../../support/test-app";

const day = 24 * 60;

test("ends a session after 30 days without use, and 90 days after its start however much it is used", async ({
  app,
}) => {
  const account = await anAccount(app.db);
  const [used, unused] = [await signedInBrowser(app, account), await signedInBrowser(app, account)];
  app.clock.moveBy(29 * day);
  expect(await signedInEmail(used)).toBe(account.email);
  app.clock.moveBy(day);
  expect([await signedInEmail(used), await signedInEmail(unused)]).toEqual([account.email, null]);
  app.clock.moveBy(28 * day);
  expect(await signedInEmail(used)).toBe(account.email);
  app.clock.moveBy(28 * day);
  expect(await signedInEmail(used)).toBe(account.email);
  app.clock.moveBy(4 * day);
  expect(await signedInEmail(used)).toBeNull();
});
