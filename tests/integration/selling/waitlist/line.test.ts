import { siteSettings } from "@db/schema";
import { refusalOf } from "../../../support/accounts";
import { anAdmin, auditOf } from "../../../support/admin-sessions";
import { expect, test } from "../../../support/test-app";
import { aFullSession, cancelOneBooking, joinWaitlist, waitlistStatuses, mailedTo } from "../../../support/waitlist";

test("lists the line with each entry's position, offers first", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const line = await joinWaitlist(app, session, 3);
  await cancelOneBooking(app, session);
  const { entries, canOffer } = await api.waitlist.line.list({ sessionId: session.id, page: 1 });
  expect(entries.map(({ email, place }) => [email, place])).toEqual([
    [line[0]!.email, null],
    [line[1]!.email, 1],
    [line[2]!.email, 2],
  ]);
  expect(entries.map(({ places }) => places)).toEqual([0, 2, 2]);
  expect(canOffer).toBe(false);
});

test("takes a removed entry out of the line and passes its offer on", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const [first] = await joinWaitlist(app, session, 2);
  await cancelOneBooking(app, session);
  await api.waitlist.line.remove({ id: first!.id });
  expect(await waitlistStatuses(app, session)).toEqual(["removed", "offered"]);
  expect((await refusalOf(api.waitlist.line.remove({ id: first!.id }))).code).toBe("not_found");
  expect(await auditOf(app, first!.id)).toEqual(["waitlist_entry.removed"]);
});

test("offers the next place to the entry moved up, and puts new entries last", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const line = await joinWaitlist(app, session, 3);
  const [a, b, c] = [line[0]!, line[1]!, line[2]!];
  const order = async () =>
    (await api.waitlist.line.list({ sessionId: session.id, page: 1 })).entries.map(({ id }) => id);
  await api.waitlist.line.move({ id: c.id, place: 1 });
  expect(await order()).toEqual([c.id, a.id, b.id]);
  await api.waitlist.line.move({ id: a.id, place: 99 });
  expect(await order()).toEqual([c.id, b.id, a.id]);
  await api.waitlist.line.move({ id: a.id, place: 2 });
  await api.waitlist.line.move({ id: c.id, place: 1 });
  const [late] = await joinWaitlist(app, session, 1);
  expect(await order()).toEqual([c.id, a.id, b.id, late!.id]);
  await cancelOneBooking(app, session);
  expect(await mailedTo(app, c.email)).toContain("waitlist-offer");
});

test("keeps every entry in line after two moves at once", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const line = await joinWaitlist(app, session, 4);
  await Promise.all(line.map(({ id }, index) => api.waitlist.line.move({ id, place: 4 - index })));
  const { entries } = await api.waitlist.line.list({ sessionId: session.id, page: 1 });
  expect(entries.map(({ place }) => place)).toEqual([1, 2, 3, 4]);
  expect(new Set(entries.map(({ id }) => id))).toEqual(new Set(line.map(({ id }) => id)));
});

test("offers a place by hand to the chosen entry, only while one is free", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const [first, second] = await joinWaitlist(app, session, 2);
  const { previewOffer, offer } = api.waitlist.line;
  const noneFree = { code: "closed", message: "No place is free right now." };
  expect(await refusalOf(offer({ id: second!.id }))).toEqual(noneFree);
  expect(await refusalOf(previewOffer({ id: second!.id }))).toEqual(noneFree);
  await app.db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  await cancelOneBooking(app, session);
  expect((await api.waitlist.line.list({ sessionId: session.id, page: 1 })).canOffer).toBe(true);
  const preview = await previewOffer({ id: second!.id });
  expect(preview).toMatchObject({ countBefore: 1, email: second!.email });
  const offering = [first!, second!].map(({ id }) => refusalOf(offer({ id })));
  expect((await Promise.all(offering)).map(({ message }) => message).sort()).toEqual([
    "No place is free right now.",
    "it was not refused",
  ]);
  const { entries } = await api.waitlist.line.list({ sessionId: session.id, page: 1 });
  expect(entries[0]).toMatchObject({ place: null, offeredUntil: preview.offeredUntil });
});

test("offers nothing shortly before the start", async ({ app }) => {
  const { api } = await anAdmin(app);
  const session = await aFullSession(app);
  const [first] = await joinWaitlist(app, session, 1);
  await app.db.insert(siteSettings).values({ key: "isWaitlistOn", value: false });
  await cancelOneBooking(app, session);
  app.clock.moveBy(71 * 60);
  expect((await refusalOf(api.waitlist.line.offer({ id: first!.id }))).message).toBe(
    "It is too late to offer a place in this session.",
  );
});
