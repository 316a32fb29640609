import { membershipChanges, memberships } from "@db/schema";
import { anAccount } from "../../../../support/accounts";
import { expect, formWith, test } from "../../../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../../../support/browser-without-javascript";
import { aPlan } from "../../../../support/memberships";
import { messageOn } from "../../../../support/page-parts";
import { otherPlan } from "../../../../support/plan-changes";
import { signIn } from "../../../../support/recordings-http";

test("joins, upgrades, plans a downgrade and takes it back, without JavaScript", async ({ db, admin, server }) => {
  const account = await anAccount(db);
  const plan = await aPlan(db, { yearlyMinor: 40_000 });
  const dearer = await otherPlan({ db });
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const joining = await browser.open(`/memberships/join?plan=${plan.id}&interval=month`);
  const payment = await browser.submit(joining);
  const paying = await browser.open(new URL(payment.url).pathname);
  const joined = await browser.submit(paying, { action: "pay" }, "form");
  await browser.open(new URL(joined.url).pathname + new URL(joined.url).search);
  const mine = await browser.open("/user/membership");
  expect(textOf(mine, "main")).toContain("Change plan");

  const choices = await browser.open("/user/membership/change");
  const addresses = choices.root.querySelectorAll("main li a").map((link) => link.getAttribute("href") ?? "");
  expect(addresses).toHaveLength(3);
  const upgrade = await browser.open(
    addresses.find((address) => address.includes(dearer.id) && address.includes("month"))!,
  );
  expect(textOf(upgrade, "main")).toContain("£40.00 is taken from your card now");
  const refused = await browser.submit(upgrade, { key: "at_once:0:GBP:8000:1:0:1700000000" });
  expect([refused.status, messageOn(refused)]).toEqual([409, expect.stringContaining("The amount has changed")]);
  expect(textOf(refused, "main form")).toContain("Pay £40.00 and change");
  const upgraded = await browser.submit(refused);
  expect(messageOn(upgraded)).toContain("Your membership has changed");
  expect(textOf(upgraded, "main")).toContain("Two evenings a week");

  const lesser = await browser.open(`/user/membership/change/confirm?plan=${plan.id}&interval=month`);
  expect(textOf(lesser, "main")).toContain("Nothing is taken now");
  const planned = await browser.submit(lesser);
  expect(messageOn(planned)).toContain("The change is planned");
  expect(textOf(planned, "main")).toMatch(/From .*: “One evening a week”, £40 a month/);
  expect(textOf(await browser.open("/user/membership/change"), "main")).toContain("planned or under way");
  const [membership] = await db.select().from(memberships);
  const office = await admin.open(`/admin/memberships/members/${membership!.id}`);
  expect(textOf(office, "main")).toMatch(/Change of plan\s*From .*: “One evening a week”/);
  const undone = await browser.submit(planned, {}, formWith(planned, "Take the change back"));
  expect(messageOn(undone)).toContain("The change is taken back");
  expect((await db.select().from(membershipChanges)).map(({ startedAt }) => startedAt !== null)).toEqual([true, false]);
});
