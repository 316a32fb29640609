import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { recordings } from "@db/schema";
import { aMember, signInByCookie } from "./e2e-accounts";
import type { Site } from "./e2e-site";
import { test as siteTest } from "./e2e-test";
import { aFile, aPurchaseOf } from "./media";
import { aVersion, builtSiteStorage, someCaptions } from "./player-files";
import { aTone } from "./sound";
import { aCollection } from "./products";

type Series = Awaited<ReturnType<typeof enterWithSeries>>;

export const test = siteTest.extend<{ series: Series }>({
  series: async ({ page, site }, use) => use(await enterWithSeries({ page, site })),
});

/**
 * Signs in a member who has a collection of their own, which menus do not show: one recording to watch and hear, with
 * all that belongs to it, and one to hear only.
 */
export async function enterWithSeries({ page, site }: { page: Page; site: Site }) {
  const member = await aMember(site.db);
  const { rows, path } = await addSeries(site, member);
  await signInByCookie({ page, site }, member);
  const [first, second] = rows.map(({ id }) => id);
  return { member, id: first!, path: `${path}/${first}`, nextPath: `${path}/${second}` };
}

type Member = Awaited<ReturnType<typeof aMember>>;

async function addSeries({ db }: Site, { id: memberId }: Member) {
  const files = { db, storage: builtSiteStorage() };
  const collection = await aCollection(db, { slug: `nights-${memberId.slice(0, 8)}`, isOn: false });
  const productId = collection.id;
  const purchase = { productId, productKind: "collection", productTitle: collection.title } as const;
  await aPurchaseOf(db, memberId, purchase);
  const video = await aFile(files, "video", await readFile("dev/seed/media/held.webm"));
  const tone = await aFile(files, "sound", aTone(30), { contentType: "audio/wav" });
  const both = { title: "Both Ways", videoId: video.id, durationSeconds: 24, chapters: "0:00 In\n0:10 Out" };
  const heard = { title: "Only Heard", soundId: tone.id, durationSeconds: 30, orderIndex: 1 };
  const rows = await db
    .insert(recordings)
    .values([
      { productId, ...both },
      { productId, ...heard },
    ])
    .returning();
  const { id } = rows[0]!;
  await aVersion(files, id, "small", await readFile("dev/seed/media/rise.webm"), "video/webm");
  await aVersion(files, id, "sound", aTone(24), "audio/wav");
  await someCaptions(files, id, "en", ["Breathe in.", "And out."]);
  return { rows, path: `/collections/${collection.slug}` };
}

/** Reads and moves what plays on a page. */
export function playerOn(page: Page) {
  const element = page.locator("video, audio");
  return {
    element,
    second: () => element.evaluate((player: HTMLMediaElement) => player.currentTime),
    isPlaying: () => element.evaluate((player: HTMLMediaElement) => !player.paused),
    address: () => element.evaluate((player: HTMLMediaElement) => player.getAttribute("src")),
    duration: () => element.evaluate((player: HTMLMediaElement) => player.duration),
    /** Plays without a sound. */
    play: () =>
      element.evaluate((player: HTMLMediaElement) => {
        player.muted = true;
        return player.play();
      }),
  };
}
