import { createExchangeService, createRateCache } from "@server/platform/money/rate-cache";
import { fixedRates } from "@server/platform/money/convert-price";
import type { RateCache } from "@server/core/services";
import { type OutsideService, startOutsideService } from "../../../support/outside-service";
import { aBookingOf, aSession } from "../../../support/sessions";
import { test as appTest, expect } from "../../../support/test-app";

const minute = 1;
const rates = { GBP: 0.86, EUR: 1.2, USD: 1.3 };

const test = appTest.extend<{ service: OutsideService; process: () => RateCache }>({
  service: async ({ db: _ }, use) => {
    const service = await startOutsideService({ base: "GBP", rates });
    await use(service);
    await service.stop();
  },
  process: async ({ app: { services }, service }, use) =>
    use(() =>
      createRateCache({ ...services, exchange: createExchangeService(`${service.url}/v1/`, { patienceMs: 500 }) }),
    ),
});

const gbpToEur = (book: RateCache) => book.current().rate("GBP", "EUR");

test("fetches latest/{base} once an hour for each base and shares it between processes", async ({
  app,
  service,
  process,
}) => {
  const [first, second] = [process(), process()];
  await Promise.all([first.refresh(), second.refresh()]);
  await Promise.all([first.refresh(), second.refresh()]);
  expect(service.asked.toSorted()).toEqual(["/v1/latest/EUR", "/v1/latest/GBP", "/v1/latest/USD"]);
  expect([gbpToEur(first), gbpToEur(second)]).toEqual(["1.2", "1.2"]);

  service.answer({ rates: { ...rates, EUR: 1.25 } });
  app.clock.moveBy(59 * minute);
  await first.refresh();
  expect(service.asked).toHaveLength(3);
  app.clock.moveBy(1 * minute);
  await first.refresh();
  expect(service.asked).toHaveLength(6);
  expect(gbpToEur(first)).toBe("1.25");
  // The other process has not read yet: it uses the rates it knows and reads in the background.
  expect(gbpToEur(second)).toBe("1.2");
  await expect.poll(() => gbpToEur(second)).toBe("1.25");
});

test("follows no redirects of the configured service", async ({ service, process }) => {
  const elsewhere = await startOutsideService({ base: "GBP", rates: { ...rates, EUR: 9 } });
  service.redirect(elsewhere.url);
  const book = process();
  await book.refresh();
  expect(gbpToEur(book)).toBe(fixedRates.rate("GBP", "EUR"));
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.stop();
});

test("never waits for rates, and uses the old ones, then the fixed ones, when none can be fetched", async ({
  app,
  service,
  process,
}) => {
  const book = process();
  expect(gbpToEur(book)).toBe(fixedRates.rate("GBP", "EUR"));
  await book.refresh();
  service.answer("down for maintenance", 503);
  app.clock.moveBy(69 * minute);
  await book.refresh();
  expect(gbpToEur(book)).toBe("1.2");
  app.clock.moveBy(1 * minute);
  expect(gbpToEur(book)).toBe("1.17");
  service.answer({ rates });
  await book.refresh();
  expect(gbpToEur(book)).toBe("1.2");
});

test.for([
  ["invalid JSON", "<html>"],
  ["JSON of another shape", { result: { EUR: 1.2 } }],
  ["a rate of zero", { rates: { ...rates, EUR: 0 } }],
  ["a negative rate", { rates: { ...rates, EUR: -1.2 } }],
  ["a huge rate", { rates: { ...rates, EUR: 1.2e21 } }],
  ["a rate that is not a number", { rates: { ...rates, EUR: "much" } }],
] as const)("rejects %s as a whole and uses the fixed rates", async ([, body], { service, process }) => {
  service.answer(body);
  const book = process();
  await book.refresh();
  expect([gbpToEur(book), book.current().rate("GBP", "USD")]).toEqual(["1.17", "1.27"]);
});

test("gives up on a service that does not answer, and tries again later", async ({ service, process }) => {
  service.hang();
  const book = process();
  await book.refresh();
  expect(gbpToEur(book)).toBe("1.17");
  service.answer({ rates });
  await book.refresh();
  expect(gbpToEur(book)).toBe("1.2");
});

test("shows and charges a price without a rate in its own currency", async ({ app, service, process }) => {
  service.answer({ rates: { EUR: 1.2, GBP: 0.86 } });
  const book = process();
  await book.refresh();
  const session = await aSession(app.db, { priceMinor: 1800 });
  const visitor = app.as({ visitor: { currency: "USD" }, rates: book.current() });
  const form = await visitor.bookings.getForm({ sessionId: session.id });
  expect(form).toMatchObject({ total: "£18.00", quote: "GBP:1800" });
  await visitor.bookings.create(aBookingOf(session));
  expect(await app.db.query.payments.findFirst()).toMatchObject({ amountMinor: 1800, currency: "GBP" });
});

test("charges nothing when a rate changes between showing and booking, and shows the new price", async ({
  app,
  service,
  process,
}) => {
  const book = process();
  await book.refresh();
  const session = await aSession(app.db, { priceMinor: 1800 });
  const euros = () => app.as({ visitor: { currency: "EUR" }, rates: book.current() }).bookings;
  const { quote } = await euros().getForm({ sessionId: session.id });
  expect(quote).toBe("EUR:2200");
  service.answer({ rates: { ...rates, EUR: 1.4 } });
  app.clock.moveBy(60 * minute);
  await book.refresh();
  await expect(euros().create({ ...aBookingOf(session), quote })).rejects.toThrow("The price has changed.");
  expect((await euros().getForm({ sessionId: session.id })).total).toBe("€25.00");
  expect(await app.db.query.payments.findFirst()).toBeUndefined();
});
