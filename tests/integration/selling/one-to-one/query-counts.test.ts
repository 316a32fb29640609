import { vi } from "vitest";
import { anAdmin } from "../../../support/admin-sessions";
import { aHeldSlot, anOffer, anOfferWithRates, askAndConfirm, aSlotForm, inDays } from "../../../support/one-to-one";
import { expect, test, type TestApp } from "../../../support/test-app";

const questions = [{ number: 1, kind: "text" as const, label: "What brings you?" }];

/** Adds offers of both kinds, a request and a booking. */
async function add(app: TestApp, nth: number) {
  await anOfferWithRates(app);
  const asked = await anOffer(app.db, { needsApproval: true }, { questions });
  const form = await aSlotForm(app, asked, inDays(app, 3 + nth, 11));
  await askAndConfirm(app, { ...form, answer1: "Sleep" });
  await aHeldSlot(app, await anOffer(app.db, { priceMinor: 0 }), inDays(app, 20 + nth, 13));
}

test("runs the same number of queries for any number of offers, requests and booked times", async ({ app }) => {
  const { api } = await anAdmin(app);
  const offer = await anOfferWithRates(app);
  const visitor = app.as().oneToOne;
  const [request, start] = [
    { offer: offer.slug, day: undefined },
    { offer: offer.slug, start: inDays(app, 30, 11).toISOString() },
  ];
  const reads = {
    "/one-to-one": () => visitor.list(),
    "free times": () => visitor.listFreeTimes(),
    "an offer": () => visitor.get(request),
    "a booking form": () => visitor.getForm(start),
    "the office's offers": () => api.oneToOne.admin.list(),
    "the office's requests": () => api.oneToOne.requests.list(),
    "an offer's form": () => api.oneToOne.admin.getForm({ id: offer.id }),
    people: () => api.people.list({ search: "", sort: "-last", page: 1 }),
  };
  const query = vi.spyOn(app.db.$client, "query");
  const count = async () => {
    const counts: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      query.mockClear();
      await read();
      counts[name] = query.mock.calls.filter((call) => !JSON.stringify(call).includes("local_stripe")).length;
    }
    return counts;
  };
  await add(app, 0);
  await count();
  const few = await count();
  const { "/one-to-one": kept, ...read } = few;
  expect([kept, Object.values(read).every((queries) => queries > 0)]).toEqual([0, true]);
  for (const nth of [1, 2]) await add(app, nth);
  // What the content's revision covers is read once more.
  await count();
  expect(await count()).toEqual(few);
});
