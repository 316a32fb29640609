import { accountTokens, rateLimits, userSessions } from "@db/schema";
import { forgetExpired } from "@server/office/operations/forget-expired";
import {
  anAccount,
  requestLinkToken,
  password,
  setUpAuthenticator,
  signedInBrowser,
  signedInEmail,
} from "../../support/accounts";
import { expect, test } from "../../support/test-app";

test("deletes expired rows an hour later and keeps valid ones", async ({ app }) => {
  const account = await anAccount(app.db);
  const browser = await signedInBrowser(app, account);
  await setUpAuthenticator(app, browser);
  await app.browser().api.accounts.signIn({ email: account.email, password });
  await requestLinkToken(app, "sign_in", account.email);
  const kept = async () => [
    await app.db.$count(userSessions),
    await app.db.$count(accountTokens),
    await app.db.$count(rateLimits),
  ];
  const before = await kept();
  expect(before.slice(0, 2)).toEqual([2, 1]);
  await forgetExpired(app.services);
  expect(await kept()).toEqual(before);

  app.clock.moveBy(3 * 60);
  await forgetExpired(app.services);
  expect(await kept()).toEqual([1, 0, 0]);
  expect(await signedInEmail(browser)).toBe(account.email);

  app.clock.moveBy(31 * 24 * 60);
  await forgetExpired(app.services);
  expect(await kept()).toEqual([0, 0, 0]);
});
