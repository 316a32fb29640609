import { eq } from "drizzle-orm";
import { liveSessions } from "@db/schema";
import { PlainBrowser, textOf } from "../../../support/browser-without-javascript";
import { emptyTextOf } from "../../../support/page-parts";
import { aSession, takePlace } from "../../../support/sessions";
import { expect, test as siteTest } from "../../../support/site-over-http";

const yesterday = () => new Date(Date.now() - 86_400_000);

const test = siteTest.extend<{ past: Awaited<ReturnType<typeof aSession>> }>({
  past: async ({ db }, use) => use(await aSession(db, { startTime: yesterday(), maxAttendees: 1 })),
});

test("shows the specified empty states", async ({ server, past, db }) => {
  const browser = new PlainBrowser(server.url);
  const textAt = async (address: string) => emptyTextOf(await browser.open(address));
  expect(await textAt("/")).toBe("No upcoming sessions at this time. Check back later!");
  expect(await textAt("/live-sessions")).toBe("No upcoming sessions scheduled.");
  expect(await textAt("/live-sessions?category=Sound%20%26%20Silence")).toBe(
    'No upcoming sessions in the "Sound & Silence" category.',
  );
  expect(await textAt("/live-sessions?tab=past&category=Reiki")).toBe('No past sessions in the "Reiki" category.');
  expect(await textAt("/?location=Paris")).toBe("No upcoming sessions in Paris.");
  expect(await textAt("/?location=online&category=Reiki")).toBe('No upcoming sessions in the "Reiki" category online.');
  expect(await textAt("/live-sessions?tab=past&location=Paris")).toBe("No past sessions in Paris.");
  const filtered = await browser.open("/live-sessions?tab=past&location=Paris");
  const all = filtered.root.querySelectorAll("main a").find(({ text }) => text.trim() === "Show all sessions");
  expect(all?.getAttribute("href")).toBe("/live-sessions?tab=past");
  await db.update(liveSessions).set({ isPublished: false }).where(eq(liveSessions.id, past.id));
  expect(await textAt("/live-sessions?tab=past")).toBe("No past sessions available.");
});

test("shows a past session's recording to those allowed to see it, and no booking button", async ({
  server,
  past,
  db,
}) => {
  const browser = new PlainBrowser(server.url);
  const path = `/sessions/${past.id}`;
  const kept = await browser.open(path);
  expect(textOf(kept, "aside button[disabled]")).toBe("Recording Not Available");
  expect(kept.root.text).not.toContain("Book Now");
  const recordingUrl = "https://video.example/recordings/1";
  await db.update(liveSessions).set({ recordingUrl });
  expect((await browser.open(path)).html).not.toContain(recordingUrl);
  await db.update(liveSessions).set({ isRecordingPublic: true });
  for (const address of [path, "/live-sessions?tab=past"]) {
    const link = (await browser.open(address)).root.querySelector(`a[href="${recordingUrl}"]`)!;
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.text).toContain("Watch Recording");
  }
});

test("marks a cancelled session as cancelled, also for search engines, and can't be booked or shared", async ({
  server,
  db,
}) => {
  const { id } = await aSession(db, { cancelledAt: new Date() });
  const page = await new PlainBrowser(server.url).open(`/sessions/${id}`);
  expect(textOf(page, "aside[aria-label='Session details']")).toContain("This session has been cancelled.");
  expect(page.root.text).not.toMatch(/Book Now|Share this session/);
  const data = page.root.querySelector("script[type='application/ld+json']")!.rawText;
  expect(JSON.parse(data)).toMatchObject({ eventStatus: "https://schema.org/EventCancelled" });
});

test("names the picture to show when the page is shared", async ({ server, db }) => {
  const { id } = await aSession(db);
  const page = await new PlainBrowser(server.url).open(`/sessions/${id}`);
  const metaOf = (name: string) =>
    page.root.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content");
  const address = new URL(metaOf("og:image")!);
  const picture = await fetch(server.url + address.pathname);
  expect([picture.status, picture.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect([metaOf("og:image:width"), metaOf("og:image:height")]).toEqual(["1200", "630"]);
  expect(metaOf("twitter:card")).toBe("summary_large_image");
  expect(new URL(metaOf("og:url")!).pathname).toBe(`/sessions/${id}`);
});

test("filters both tabs by place without JavaScript, and names a place without address", async ({ server, db }) => {
  const onsite = { locationType: "onsite" as const, location: "On-site", address: null, postCode: null };
  const soldOut = await aSession(db, { title: "Upcoming in London", ...onsite, city: "London", maxAttendees: 1 });
  await takePlace(db, soldOut);
  await aSession(db, { title: "Somewhere", ...onsite, city: null });
  await aSession(db, { title: "Past in London", ...onsite, city: "London", startTime: yesterday() });
  await aSession(db, { title: "Past online", startTime: yesterday() });
  const browser = new PlainBrowser(server.url);
  const titlesOn = async (address: string) =>
    (await browser.open(address)).root.querySelectorAll("main h2").map(({ text }) => text.trim());
  expect(await titlesOn("/live-sessions?location=london")).toEqual(["Upcoming in London"]);
  expect(await titlesOn("/live-sessions?tab=past&location=London")).toEqual(["Past in London"]);
  const page = await browser.open("/live-sessions?tab=past");
  const names = page.root
    .querySelectorAll("form:has([name=location]) [name]")
    .map((field) => field.getAttribute("name"));
  expect(names).toEqual(["tab", "location"]);
  const upcoming = await browser.open("/live-sessions");
  expect(upcoming.root.querySelector("main")?.text).toContain("On-site Session");
  const card = upcoming.root.querySelectorAll("main li").find(({ text }) => text.includes("Upcoming in London"));
  expect(card?.text).toContain("SOLD OUT");
  const bookNow = card?.querySelectorAll("a").find(({ text }) => text.startsWith("Book Now"));
  expect(bookNow?.getAttribute("href")).toBe(`/sessions/${soldOut.id}`);
});
