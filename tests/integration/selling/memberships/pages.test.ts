import { memberships, products, purchases, sessionBookings } from "@db/schema";
import { and, eq } from "drizzle-orm";
import { anAccount } from "../../../support/accounts";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { aPlan, dayIn } from "../../../support/memberships";
import { errorsOf, messageOn, rowsOf, textsOf } from "../../../support/page-parts";
import { signIn } from "../../../support/recordings-http";
import { aSeries } from "../../../support/standing";

test("adds a plan and a member, pauses, and keeps what was typed, without JavaScript", async ({ db, admin }) => {
  const plan = await admin.open("/admin/memberships/new");
  const typed = { title: "Two evenings", description: "Come twice.", coversSessions: "on", discountPercent: "15" };
  const refused = await admin.submit(plan, { ...typed, monthly: "cheap" }, formWith(plan, "Add"));
  expect([refused.status, textOf(refused, "textarea[name=description]")]).toEqual([422, "Come twice."]);
  expect(errorsOf(refused).length).toBeGreaterThan(0);
  await admin.submit(refused, { monthly: "45" }, formWith(refused, "Add"));
  const [product] = await db.select().from(products).where(eq(products.title, "Two evenings"));
  expect(product).toMatchObject({ kind: "membership", priceMinor: 4500 });

  const account = await anAccount(db, { fullName: "Ada Guest" });
  const form = await admin.open("/admin/memberships/members/new");
  const member = { plan: product!.id, email: account.email, from: dayIn(0), until: dayIn(30), amount: "45" };
  const wrong = await admin.submit(form, { ...member, email: "no-one@example.com", reason: "Cash" });
  expect(wrong.status).toBe(404);
  expect(errorsOf(wrong).join()).toContain("No one has an account");
  const added = await admin.submit(wrong, { email: account.email });
  expect(messageOn(added)).toContain("Member added");
  const { pathname } = new URL(added.url);
  const change = await admin.open(`${pathname}/change?kind=pause`);
  const noReason = await admin.submit(change, { until: dayIn(5), reason: "" });
  expect([noReason.status, errorsOf(noReason)]).toEqual([422, ["Enter a reason"]]);
  const paused = await admin.submit(noReason, { reason: "A broken foot" });
  expect(messageOn(paused)).toContain("Membership changed");
  expect(textOf(paused, "main")).toContain("Paused until");
  expect(rowsOf(await admin.open("/admin/memberships/members"))).toHaveLength(1);
  const [paid] = await db.select().from(purchases);
  const lost = "the period that it paid for no longer counts (other periods of the membership stay)";
  for (const page of [`orders/purchase/${paid!.id}/refund`, `purchases/${paid!.id}/delete`]) {
    expect(textOf(await admin.open(`/admin/${page}`), "main")).toContain(lost);
  }
});

test("takes and releases a standing place, cancels and undoes, without JavaScript", async ({ db, admin, server }) => {
  const account = await anAccount(db);
  const plan = await aPlan(db, { weeklyLimit: null });
  const add = await admin.open("/admin/memberships/members/new");
  const typed = { plan: plan.id, email: account.email, from: dayIn(0), until: dayIn(60), reason: "Cash" };
  await admin.submit(add, typed);
  const series = await aSeries({ db }, [0, 1]);

  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const page = await browser.open("/user/membership/standing");
  const taken = await browser.submit(page, { intent: "take" }, formWith(page, "Take this place"));
  expect(messageOn(taken)).toContain("2 dates are booked");
  const isBooked = and(eq(sessionBookings.userId, account.id), eq(sessionBookings.status, "completed"));
  expect(await db.$count(sessionBookings, isBooked)).toBe(2);
  const released = await browser.submit(taken, { intent: "release" }, formWith(taken, "Release"));
  expect(messageOn(released)).toContain("The date is released");
  expect(await db.$count(sessionBookings, isBooked)).toBe(1);
  expect(textOf(await browser.open("/user/membership/cancel"), "main")).toContain("are given back");
  const [membership] = await db.select().from(memberships);
  const office = await admin.open(`/admin/memberships/members/${membership!.id}/standing`);
  expect(textsOf(office, "main li")).toHaveLength(1);
  const ended = await admin.submit(office, { intent: "give-up" }, formWith(office, "Give up"));
  expect(messageOn(ended)).toContain("given up");

  const leaving = await browser.open("/user/membership/cancel");
  expect(textOf(leaving, "main")).not.toContain("are given back");
  const left = await browser.submit(leaving, { leaveReason: "Moving away" });
  expect(messageOn(left)).toContain("Membership cancelled");
  const again = await browser.submit(left, {}, formWith(left, "Keep my membership"));
  expect(messageOn(again)).toContain("goes on");
  expect(series.dates).toHaveLength(2);
});
