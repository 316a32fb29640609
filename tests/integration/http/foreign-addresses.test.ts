import { sitePages, sitePageVersions, siteSettings } from "@db/schema";
import { PlainBrowser } from "../../support/browser-without-javascript";
import { expect, test } from "../../support/admin-over-http";
import { notOurs, oneOfEachKind, strangeLinksOn } from "../../support/foreign-addresses";
import { aSession } from "../../support/sessions";

const yesterday = new Date(Date.now() - 86_400_000);

test("redirects to this site only, whatever an address or a form names as the way back", async ({ admin, server }) => {
  const leadsTo = async (path: string, form?: Record<string, string>) => {
    const { Cookie = "" } = admin.headers;
    const body = form && new URLSearchParams(form);
    const init = {
      method: form ? "POST" : "GET",
      headers: { Cookie },
      redirect: "manual",
      body: body ?? null,
    } as const;
    return (await fetch(server.url + path, init)).headers.get("Location");
  };
  const query = (name: string, address: string) => new URLSearchParams({ [name]: address }).toString();
  for (const address of notOurs) {
    expect(await leadsTo("/currency", { currency: "EUR", returnTo: address }), address).toBe("/");
    // The edge refuses queries of more than 2 kB.
    const isRefused = address.length > 2000;
    expect(await leadsTo(`/sign-in?${query("returnTo", address)}`), address).toBe(isRefused ? null : "/admin");
  }
  for (const address of oneOfEachKind) {
    // The same in the data that the browser's script asks for.
    const data = await fetch(`${server.url}/sign-in.data?${query("returnTo", address)}`, { headers: admin.headers });
    expect(await data.text(), address).toContain('"redirect","/admin"');
    const page = await admin.open(`/admin/purchases/grant?item=birth&${query("back", address)}`);
    expect([page.status, strangeLinksOn(page)], address).toEqual([200, []]);
  }
  expect(await leadsTo("/currency", { currency: "EUR", returnTo: "/live-sessions?a=b" })).toBe("/live-sessions?a=b");
});

test("links no stored address that leads elsewhere than it seems to", async ({ admin, db, server }) => {
  const visitor = new PlainBrowser(server.url);
  for (const address of oneOfEachKind) {
    const past = { recordingUrl: address, isRecordingPublic: true, startTime: yesterday };
    const session = await aSession(db, { zoomLink: address, ...past });
    for (const page of [
      await visitor.open(`/sessions/${session.id}`),
      await admin.open(`/admin/sessions/${session.id}`),
    ]) {
      expect([page.status, strangeLinksOn(page)], address).toEqual([200, []]);
    }
  }
  const usual = await aSession(db, {
    recordingUrl: "https://video.example/1",
    isRecordingPublic: true,
    startTime: yesterday,
  });
  expect((await visitor.open(`/sessions/${usual.id}`)).html).toContain('href="https://video.example/1"');
});

test("links no stored address of the settings and of a page's text that leads elsewhere", async ({ db, server }) => {
  const visitor = new PlainBrowser(server.url);
  const [page] = await db.insert(sitePages).values({ slug: "links", place: "footer", publishedVersion: 1 }).returning();
  const text = oneOfEachKind.map((address) => `[a](<${address}>)`).join("\n\n");
  await db.insert(sitePageVersions).values({ pageId: page!.id, number: 1, title: "Links", text });
  const written = await visitor.open("/pages/links");
  expect([written.status, strangeLinksOn(written)]).toEqual([200, []]);

  for (const address of oneOfEachKind) {
    const value = { about: address, workshops: address, contact: address, social: { name: "Elsewhere", url: address } };
    await db
      .insert(siteSettings)
      .values({ key: "marketing", value })
      .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
    const home = await visitor.open("/");
    expect([home.status, strangeLinksOn(home)], address).toEqual([200, []]);
    expect(home.root.querySelectorAll("a").filter((link) => link.text.includes("Elsewhere"))).toEqual([]);
  }
});
