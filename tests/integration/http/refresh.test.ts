import { aSession } from "../../support/sessions";
import { serve } from "../../support/http-app";
import { expect, test as appTest } from "../../support/test-app";

type RequestSender = (etag?: string | null, cookie?: string) => Promise<Response>;

const input = encodeURIComponent(JSON.stringify({ category: "", location: "", page: 1 }));

const test = appTest.extend<{ ask: RequestSender }>({
  ask: async ({ app }, use) => {
    const { url, stop } = await serve(app.services);
    await use((etag, cookie) =>
      fetch(`${url}/api/trpc/schedule.listUpcoming?input=${input}`, {
        headers: { ...(etag && { "If-None-Match": etag }), ...(cookie && { Cookie: cookie }) },
      }),
    );
    await stop();
  },
});

test("answers an unchanged list with 304 and no body", async ({ app, ask }) => {
  await aSession(app.db);
  const first = await ask();
  expect(first.status).toBe(200);
  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  const etag = first.headers.get("ETag");
  const again = await ask(etag);
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("sends a changed list in full", async ({ app, ask }) => {
  await aSession(app.db);
  const etag = (await ask()).headers.get("ETag");
  await aSession(app.db, { title: "Another" });
  const changed = await ask(etag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("Another");
  expect((await ask(changed.headers.get("ETag"))).status).toBe(304);
});

test("sends each visitor's own list, with their times and prices", async ({ app, ask }) => {
  await aSession(app.db);
  const etag = (await ask()).headers.get("ETag");
  expect((await ask(etag, "currency=USD")).status).toBe(200);
  expect((await ask(etag, "tz=America%2FNew_York")).status).toBe(200);
});

test("answers a refusal with its own status each time, never with 304", async ({ app, ask }) => {
  await aSession(app.db);
  await ask();
  const { url, stop } = await serve(app.services);
  const refused = () => fetch(`${url}/api/trpc/schedule.get?input=${encodeURIComponent('{"id":"none"}')}`);
  const first = await refused();
  expect(first.status).toBe(400);
  expect((await refused()).status).toBe(400);
  await stop();
});
