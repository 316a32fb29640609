import { followMemberPrices } from "@server/selling/memberships/follow-member-prices";
import { asAdmin } from "../../../../support/admin";
import { changePrices, liveDays, priceMails, readPrices } from "../../../../support/member-prices";
import { disableRowLocks, interceptStatements } from "../../../../support/statements";
import { joinAtStripe } from "../../../../support/subscriptions";
import { expect, test, type TestApp } from "../../../../support/test-app";

const isLook = (text: string) =>
  text.startsWith("select") &&
  text.includes(' from "memberships" where ') &&
  text.includes('order by "memberships"."id"');
const isChange = (text: string) => text.startsWith('update "memberships" set "price_minor"');

/** Changes a price that is due while the next one is decided and mailed; returns what that mail says. */
async function changeTwice(app: TestApp, { isLocked }: { isLocked: boolean }): Promise<string> {
  const office = await asAdmin(app);
  await app.stripe.control.hold({});
  const { account, plan } = await joinAtStripe(app);
  await changePrices(office, plan.id, { monthly: 4500 });
  await followMemberPrices(app.services);
  await app.runJobs();
  const { from } = await readPrices(app, account.id);
  await liveDays(app, 32, 16);
  app.clock.moveBy((from!.getTime() - app.clock.now().getTime()) / 60_000 - 24 * 60);
  let looks = 0;
  let look = () => {};
  let change = () => {};
  const hasLooked = new Promise<void>((resolve) => (look = resolve));
  const isChanging = new Promise<void>((resolve) => (change = resolve));
  const noteLook = (text: string) => void (isLook(text) && (looks += 1) === 2 && look());
  if (!isLocked) disableRowLocks(app, "memberships");
  interceptStatements(app, {
    before(text) {
      if (isLocked) noteLook(text);
      if (!isChange(text)) return undefined;
      change();
      return hasLooked;
    },
    after: (text) => (isLocked ? undefined : (noteLook(text), undefined)),
  });
  const due = followMemberPrices(app.services);
  await isChanging;
  await changePrices(office, plan.id, { monthly: 5000 });
  await Promise.all([due, followMemberPrices(app.services)]);
  return (await priceMails(app)).at(-1)!.text;
}

test("names the price that is due as the old one when the next is decided in the same moment", async ({ app }) => {
  expect(await changeTwice(app, { isLocked: true })).toContain("costs £45.00 a month now, and £50.00 a month from");
});

test("control: without the lock, the mail names a price that is not charged any more", async ({ app }) => {
  expect(await changeTwice(app, { isLocked: false })).toContain("costs £40.00 a month now, and £50.00 a month from");
});
