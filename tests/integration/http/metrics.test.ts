import { areaOf } from "@server/office/monitoring/metrics";
import { serve } from "../../support/http-app";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, startTestApp, test as appTest, type TestApp } from "../../support/test-app";

const token = "a-token-for-scrapes";

type Site = {
  app: TestApp;
  scrape: (authorization?: string) => Promise<Response>;
  visit: (path: string) => Promise<Response>;
};

const test = appTest.extend<{ site: Site }>({
  site: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db, settings: { metricsToken: token } });
    const { url, stop: close } = await serve(app.services);
    await use({
      app,
      scrape: (authorization = `Bearer ${token}`) =>
        fetch(`${url}/metrics`, { headers: { Authorization: authorization } }),
      visit: (path) => fetch(url + path, { method: path === "/webhooks/stripe" ? "POST" : "GET" }),
    });
    await close();
    await stop();
  },
});

const figuresOf = async (answer: Response): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await answer.text())
      .split("\n")
      .filter((line) => /^(http_requests_total|breathroom_)/.test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );

test("counts requests by area, method and status, and never by address", async ({ site: { scrape, visit } }) => {
  await visit("/webhooks/stripe");
  // The pages of these tests answer 500.
  for (const key of ["secret-1", "secret-2"]) await visit(`/no-such-page/${key}?key=${key}`);
  await visit("/healthz");
  const text = await (await scrape()).text();
  expect(text).toContain('http_requests_total{area="webhooks",method="POST",status="400"} 1');
  expect(text).toContain('http_requests_total{area="pages",method="GET",status="500"} 2');
  expect(text).toContain('http_requests_total{area="monitoring",method="GET",status="200"} 1');
  expect(text).toContain('http_request_duration_seconds_count{area="pages"} 2');
  expect(text).not.toContain("secret");
});

test("tells the figures of the site", async ({ site: { app, scrape } }) => {
  const [free, paid] = [await aSession(app.db, { priceMinor: 0 }), await aSession(app.db, { priceMinor: 1500 })];
  await app.as().bookings.create(aBookingOf(free));
  const mailed = await figuresOf(await scrape());
  expect(mailed).toMatchObject({ breathroom_bookings_last_day: 1, breathroom_holds: 0, breathroom_jobs_failed: 0 });
  expect(mailed.breathroom_mails_waiting).toBeGreaterThan(0);
  expect(mailed).toHaveProperty("breathroom_oldest_waiting_mail_age_seconds");
  await app.runJobs();
  await app.as().bookings.create(aBookingOf(paid));
  const sent = await figuresOf(await scrape());
  expect(sent).toMatchObject({ breathroom_bookings_last_day: 2, breathroom_holds: 1, breathroom_mails_waiting: 0 });
  expect(sent).not.toHaveProperty("breathroom_oldest_waiting_mail_age_seconds");
});

test("is closed without the token", async ({ site: { scrape } }) => {
  for (const sent of ["", `Bearer ${token}x`, "Bearer ", token]) {
    const answer = await scrape(sent);
    expect([answer.status, answer.headers.get("WWW-Authenticate")], sent).toEqual([401, "Bearer"]);
    expect(await answer.text()).not.toContain("http_requests_total");
  }
});

appTest("is no address of a site without a token", async ({ app }) => {
  const { url, stop } = await serve(app.services);
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { Authorization: "Bearer undefined" } });
    return [answer.status, await answer.text()];
  };
  expect(await get("/metrics")).toEqual(await get("/no-such-page"));
  await stop();
});

appTest.for([
  ["/", "pages"],
  ["/admin", "admin"],
  ["/admin.data?_routes=x", "admin"],
  ["/administration", "pages"],
  ["/api/trpc/bookings.create", "calls"],
  ["/constructor", "pages"],
  ["/media/video/1.webm", "media"],
  ["//admin", "pages"],
] as const)("counts %s under %s", ([path, area]) => {
  expect(areaOf(path)).toBe(area);
});
