import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { recordings } from "@db/schema";
import { PlainBrowser, textOf, type Page } from "../../../support/browser-without-javascript";
import { aFile } from "../../../support/media";
import { aVersion, builtSiteStorage, someCaptions } from "../../../support/player-files";
import { aPurchase } from "../../../support/recordings";
import { expect, linkNamed, mainText, signIn, test } from "../../../support/recordings-http";

const shelf = (db: Database) => ({ db, storage: builtSiteStorage() });

/** Gives a recording all that the player can offer. */
async function complete(db: Database, id: string) {
  await aVersion(shelf(db), id, "small");
  await aVersion(shelf(db), id, "sound");
  await someCaptions(shelf(db), id, "en", ["Let the breath come in.", "And out again."]);
  await someCaptions(shelf(db), id, "it", ["Inspira.", "Espira."]);
  const chapters = "0:00 Arriving\n0:40 Resting";
  await db.update(recordings).set({ chapters, isDownloadable: true }).where(eq(recordings.id, id));
}

const player = (page: Page) => {
  const element = page.root.querySelector("video, audio");
  return element && `${element.tagName.toLowerCase()} ${element.getAttribute("src")?.split("/").at(-1)}`;
};

/** Opens the link with a text as a browser does, from the page on which it stands. */
const follow = (browser: PlainBrowser, page: Page, name: string) =>
  browser.open(new URL(linkNamed(page, name), page.url).href);

const current = (page: Page) =>
  page.root.querySelectorAll("main [aria-current=true]").map((link) => link.text.replace(/\s+/g, " ").trim());

test("switches between watching and listening by links, and remembers it for all recordings of the device", async ({
  server,
  db,
  world: { account, free },
}) => {
  await complete(db, free.id);
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const path = `/birth-recordings/${free.id}`;
  const page = await browser.open(path);
  expect([player(page), current(page)]).toEqual(["video video", expect.arrayContaining(["Watch", "Large"])]);
  const heard = await follow(browser, page, "Listen");
  expect([player(heard), current(heard)]).toEqual(["audio sound", expect.arrayContaining(["Listen"])]);
  expect(player(await browser.open(path))).toBe("audio sound");
  expect(player(await follow(browser, heard, "Watch"))).toBe("video video");
  expect(player(await browser.open(path))).toBe("video video");
  const other = new PlainBrowser(server.url);
  await signIn(other, account.email);
  expect(player(await other.open(path))).toBe("video video");
});

test("opens a recording that is only heard for listening, without a way to watch", async ({
  server,
  db,
  world: { account, free },
}) => {
  const soundId = (await aFile(shelf(db), "sound")).id;
  await db.update(recordings).set({ videoUrl: null, soundId }).where(eq(recordings.id, free.id));
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const page = await browser.open(`/birth-recordings/${free.id}?watch`);
  expect(player(page)).toBe("audio sound");
  expect(mainText(page)).not.toContain("Watch");
});

test("shows the picture that was chosen, and the small one to browsers that save data until one is", async ({
  server,
  db,
  world: { account, free },
}) => {
  await complete(db, free.id);
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const path = `/birth-recordings/${free.id}`;
  const saving = async () => {
    const answer = await fetch(server.url + path, { headers: { ...browser.headers, "Save-Data": "on" } });
    return /<video[^>]* src="([^"]*)"/
      .exec(await answer.text())?.[1]
      ?.split("/")
      .at(-1);
  };
  expect(await saving()).toBe("video-small");
  const small = await follow(browser, await browser.open(path), "Small");
  expect([player(small), player(await browser.open(path))]).toEqual(["video video-small", "video video-small"]);
  expect(player(await follow(browser, small, "Large"))).toBe("video video");
  expect(await saving()).toBe("video");
});

test("leads from chapters and the transcript to their seconds, in each language", async ({
  server,
  db,
  world: { account, free },
}) => {
  await complete(db, free.id);
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const page = await browser.open(`/birth-recordings/${free.id}`);
  expect(page.root.querySelectorAll("track").map((track) => track.getAttribute("srclang"))).toEqual(["en", "it"]);
  const linkWith = (text: string) => page.root.querySelectorAll("main a").find((link) => link.text.includes(text))!;
  const hrefOf = (text: string) => new URL(linkWith(text).getAttribute("href")!, page.url).href;
  const resting = await browser.open(hrefOf("Resting"));
  expect(player(resting)).toBe("video video#t=40");
  expect(current(resting)).toContain("0:40 Resting");
  const out = await browser.open(hrefOf("And out again."));
  expect(player(out)).toBe("video video#t=10");
  expect(current(out)).toContain("0:10 And out again.");
  const italian = await follow(browser, page, "Italiano");
  expect(mainText(italian)).toContain("Inspira.");
  expect(mainText(italian)).not.toContain("Let the breath come in.");
  const espira = italian.root.querySelectorAll("main a").find((link) => link.text.includes("Espira."))!;
  const later = await browser.open(new URL(espira.getAttribute("href")!, page.url).href);
  expect([player(later), current(later)]).toEqual(["video video#t=10", expect.arrayContaining(["Italiano"])]);
  expect(linkNamed(page, "Download the sound")).toBe(`/media/recordings/${free.id}/sound?download`);
});

test("leads from a search to the second where the words are said", async ({ server, db, world: { account, free } }) => {
  await complete(db, free.id);
  const browser = new PlainBrowser(server.url);
  await signIn(browser, account.email);
  const found = await browser.open("/birth-recordings?q=out+again");
  const href = found.root.querySelector("main li a")!.getAttribute("href")!;
  expect(player(await browser.open(href))).toBe("video video#t=10");
});

test("shows transcript, chapters and download to those who may listen, and to no one else", async ({
  server,
  db,
  world: { account, premium },
}) => {
  await complete(db, premium.id);
  const path = `/birth-recordings/${premium.id}`;
  const visitor = new PlainBrowser(server.url);
  const member = new PlainBrowser(server.url);
  await signIn(member, account.email);
  for (const browser of [visitor, member]) {
    for (const address of [path, `${path}?listen&at=10`, `${path}.data`]) {
      const { html } = await browser.open(address);
      for (const secret of ["Let the breath come in.", "Resting", "/sound", "captions/en"]) {
        expect([address, html.includes(secret)]).toEqual([address, false]);
      }
    }
  }
  expect(visitor.headers.Cookie).not.toContain("playing=");
  await aPurchase(db, account);
  const page = await member.open(path);
  expect(mainText(page)).toContain("Let the breath come in.");
  expect(textOf(page, "main h1")).toBe("The Early Hours");
});
