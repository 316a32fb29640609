import type { LoaderFunctionArgs } from "@remix-run/node";
import { liveSessions } from "@db/schema";
import { type PublicSite, servePublicPages } from "../../support/public-pages";
import { aSession } from "../../support/sessions";
import { expect, test as appTest } from "../../support/test-app";

const path = "/accessibility";

let renderings = 0;

/** A page with the scripts that Remix writes, one of which has the page's data. */
const scripted = {
  loader: async ({ context }: LoaderFunctionArgs) => {
    renderings += 1;
    const titles = (await context.services.db.select().from(liveSessions)).map(({ title }) => title);
    const mark = `nonce="${context.nonce}"`;
    const scripts = `<script ${mark}>data(${JSON.stringify(titles)})</script><script ${mark} type="module">run()</script>`;
    return new Response(`<h1>${titles.join()}</h1>${scripts}`, { headers: { "Content-Type": "text/html" } });
  },
};

const test = appTest.extend<{ site: PublicSite; other: PublicSite }>({
  site: async ({ app }, use) => {
    const site = await servePublicPages(app.services, { accessibility: scripted });
    await use(site);
    await site.stop();
  },
  /** Another process with the same database. */
  other: async ({ app }, use) => {
    const site = await servePublicPages(app.services, { accessibility: scripted });
    await use(site);
    await site.stop();
  },
});

const sourceIn = (html: string) => / src="([^"]*)"/.exec(html)?.[1] ?? "";
const read = async (answer: Promise<Response>) => (await answer).text();

test("serves a page's scripts as a file that browsers may keep", async ({ app, site }) => {
  await aSession(app.db, { title: "Before" });
  const page = await read(site.get(path));
  expect(page).toMatch(
    /^<h1>Before<\/h1><script><\/script><script type="module" src="\/scripts\/[\w-]{16}\.js\?of=%2Faccessibility"><\/script>$/,
  );
  const script = await site.get(sourceIn(page));
  expect(await script.text()).toBe('data(["Before"])\nrun()');
  expect(script.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(script.headers.get("Cache-Control")).toBe("private, max-age=86400, immutable");
});

test("serves the script of the page that a browser has, although the page has changed since", async ({ app, site }) => {
  await aSession(app.db, { title: "Before" });
  const source = sourceIn(await read(site.get(path)));
  await app.db.update(liveSessions).set({ title: "After" });
  const changed = await read(site.get(path));
  expect(changed).toContain("After");
  expect(await read(site.get(source))).toContain("Before");
  expect(await read(site.get(sourceIn(changed)))).toContain("After");
});

test("another process makes the same script of the same page", async ({ app, site, other }) => {
  await aSession(app.db, { title: "Before" });
  const source = sourceIn(await read(site.get(path)));
  const script = await other.get(source);
  expect(await script.text()).toContain("Before");
  expect(script.headers.get("Cache-Control")).toContain("immutable");
});

test("a newer script is not kept under the name of an older one", async ({ app, site, other }) => {
  await aSession(app.db, { title: "Before" });
  const source = sourceIn(await read(site.get(path)));
  await app.db.update(liveSessions).set({ title: "After" });
  const script = await other.get(source);
  expect(await script.text()).toContain("After");
  expect(script.headers.get("Cache-Control")).toBe("no-store");
});

test("renders once for all who ask for a script that is not known", async ({ app, site }) => {
  await aSession(app.db);
  const address = `/scripts/AAAAAAAAAAAAAAAA.js?of=${encodeURIComponent(path)}`;
  renderings = 0;
  const scripts = await Promise.all(Array.from({ length: 20 }, () => read(site.get(address))));
  expect([new Set(scripts).size, renderings]).toEqual([1, 1]);
});

test.for([
  ["of the back office", `/scripts/AAAAAAAAAAAAAAAA.js?of=${encodeURIComponent("/admin")}`, {}],
  ["of a page with a form key", `/scripts/AAAAAAAAAAAAAAAA.js?of=${encodeURIComponent("/sign-in?tab=sign-up")}`, {}],
  ["of an unknown page", "/scripts/AAAAAAAAAAAAAAAA.js?of=%2Fnowhere", {}],
  ["of the data for a navigation", "/scripts/AAAAAAAAAAAAAAAA.js?of=%2Faccessibility.data", {}],
  ["for a member", `/scripts/AAAAAAAAAAAAAAAA.js?of=${encodeURIComponent(path)}`, { Cookie: "breathroom_session=a" }],
] as const)("makes no script %s", async ([, address, headers], { site }) => {
  const answer = await site.get(address, { ...headers });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.headers.get("Content-Type") ?? "").not.toContain("javascript");
});
