import type { LoaderFunctionArgs } from "@remix-run/node";
import { createGeolocation, currencyOfCountry } from "@server/platform/money/currency-choice";
import { createLog } from "@server/core/log";
import { currencyOf } from "~/server/cookies.server";
import { serve } from "../../../support/http-app";
import { startOutsideService, type OutsideService } from "../../../support/outside-service";
import { expect, test as appTest } from "../../../support/test-app";

type Visit = { cookie?: string; headers?: Record<string, string>; method?: string; path?: string };
type SeenPrice = { currency: string | undefined; cookie: string | undefined; milliseconds: number };
type World = { service: OutsideService; visit: (visit?: Visit) => Promise<SeenPrice> };

const page = { Accept: "text/html,application/xhtml+xml", "Sec-Fetch-Dest": "document" };

const currencyPage = {
  loader: (args: LoaderFunctionArgs) => Response.json({ currency: currencyOf(args) }),
};

/** Starts the site behind a proxy, so that each visitor can have their own address. */
const test = appTest.extend<World>({
  service: async ({ db: _ }, use) => {
    const service = await startOutsideService({ country_code: "DE" });
    await use(service);
    await service.stop();
  },
  visit: async ({ app: { services }, service }, use) => {
    const geolocation = createGeolocation({ url: `${service.url}/{ip}/json`, log: createLog("silent") });
    const settings = { ...services.settings, trustProxy: "loopback" };
    const site = await serve({ ...services, settings, geolocation }, { "currency-shown": currencyPage });
    let visitors = 0;
    await use(async ({ cookie, headers = {}, method = "GET", path = "/currency-shown" } = {}) => {
      visitors += 1;
      const began = performance.now();
      const answer = await fetch(site.url + path, {
        method,
        headers: { ...page, "X-Forwarded-For": `203.0.113.${visitors}`, ...(cookie && { Cookie: cookie }), ...headers },
      });
      const body = await answer.text();
      return {
        currency: /"currency":"(\w+)"/.exec(body)?.[1],
        cookie: answer.headers.getSetCookie().find((line) => line.startsWith("currency=")),
        milliseconds: performance.now() - began,
      };
    });
    await site.stop();
  },
});

test.each([
  ["GB", "GBP"],
  ["IE", "EUR"],
  ["DE", "EUR"],
  ["FR", "EUR"],
  ["ES", "EUR"],
  ["IT", "EUR"],
  ["US", "USD"],
  ["CA", "USD"],
  ["JP", "GBP"],
  ["toString", "GBP"],
])("chooses for %s the currency %s", (country, currency) => expect(currencyOfCountry(country)).toBe(currency));

test("shows the first page in the currency of the visitor's country, and stores it in a cookie for a year", async ({
  service,
  visit,
}) => {
  const { currency, cookie } = await visit();
  expect(currency).toBe("EUR");
  expect(cookie).toMatch(/^currency=EUR; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(service.asked).toEqual(["/203.0.113.1/json"]);
  expect(await visit({ cookie: "currency=USD" })).toMatchObject({ currency: "USD", cookie: undefined });
  expect(service.asked).toHaveLength(1);
});

test("delays the page by at most 300 ms for a slow service, and asks it once", async ({ service, visit }) => {
  await visit({ cookie: "currency=GBP" }); // the first request of a process is slower than all others
  service.hang();
  // The fastest of three, because the machine may be busy.
  const visits = [await visit(), await visit(), await visit()];
  expect(visits.map(({ currency }) => currency)).toEqual(["GBP", "GBP", "GBP"]);
  const quickest = Math.min(...visits.map(({ milliseconds }) => milliseconds));
  expect(quickest).toBeGreaterThan(200);
  expect(quickest).toBeLessThan(400);
  const { cookie } = visits[0]!;
  expect(cookie).toContain("currency=GBP");
  await visit({ cookie: cookie!.split(";")[0]! });
  expect(service.asked).toHaveLength(3);
});

test.for([
  ["fails", "oops", 500],
  ["answers invalid JSON", "<html>", 200],
  ["knows no country", { country_code: null }, 200],
  ["answers JSON of another shape", ["DE"], 200],
] as const)("uses pounds when the service %s", async ([, body, status], { service, visit }) => {
  service.answer(body, status);
  const { currency, cookie } = await visit();
  expect([currency, cookie?.split(";")[0]]).toEqual(["GBP", "currency=GBP"]);
});

test("asks only for pages opened by a browser, not for data, images, posts or crawlers", async ({ service, visit }) => {
  const others: Visit[] = [
    { headers: { Accept: "*/*" } },
    { headers: { "Sec-Fetch-Dest": "image" } },
    { headers: { "Sec-Purpose": "prefetch" } },
    { headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" } },
    { method: "POST" },
    { path: "/build/none.js" },
    { path: "/healthz" },
  ];
  for (const other of others) expect([other, (await visit(other)).cookie]).toEqual([other, undefined]);
  expect(service.asked).toEqual([]);
});

test("sends an address to the configured service only, and follows no redirects", async ({ service, visit }) => {
  const elsewhere = await startOutsideService({ country_code: "DE" });
  service.redirect(elsewhere.url);
  expect((await visit()).currency).toBe("GBP");
  expect([service.asked.length, elsewhere.asked]).toEqual([1, []]);
  await elsewhere.stop();
});

test("locates a browser without cookies once", async ({ service, visit }) => {
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  const visits = await Promise.all([visit({ headers }), visit({ headers })]);
  visits.push(await visit({ headers }));
  expect(visits.map(({ currency }) => currency)).toEqual(["EUR", "EUR", "EUR"]);
  expect(service.asked).toEqual(["/198.51.100.7/json"]);
});
