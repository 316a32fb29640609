import { aSession } from "../../support/sessions";
import { serve } from "../../support/http-app";
import { expect, test as appTest } from "../../support/test-app";

type Ask = (etag?: string | null, cookie?: string) => Promise<Response>;

const input = encodeURIComponent(JSON.stringify({ category: "", location: "", page: 1 }));

const test = appTest.extend<{ ask: Ask }>({
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

test("a list that has not changed is answered with 304 and not a byte", async ({ app, ask }) => {
  await aSession(app.db);
  const first = await ask();
  expect(first.status).toBe(200);
  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  const etag = first.headers.get("ETag");
  const again = await ask(etag);
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("a list that has changed is sent whole", async ({ app, ask }) => {
  await aSession(app.db);
  const etag = (await ask()).headers.get("ETag");
  await aSession(app.db, { title: "Another" });
  const changed = await ask(etag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain("Another");
  expect((await ask(changed.headers.get("ETag"))).status).toBe(304);
});

test("another visitor's list is another one: times and prices are her own", async ({ app, ask }) => {
  await aSession(app.db);
  const etag = (await ask()).headers.get("ETag");
  expect((await ask(etag, "currency=USD")).status).toBe(200);
  expect((await ask(etag, "tz=America%2FNew_York")).status).toBe(200);
});

test("a refusal is no news to keep: it has its own status each time", async ({ app, ask }) => {
  await aSession(app.db);
  await ask();
  const { url, stop } = await serve(app.services);
  const refused = () => fetch(`${url}/api/trpc/schedule.get?input=${encodeURIComponent('{"id":"none"}')}`);
  const first = await refused();
  expect(first.status).toBe(400);
  expect((await refused()).status).toBe(400);
  await stop();
});
