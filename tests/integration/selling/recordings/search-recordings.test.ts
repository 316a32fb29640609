import { eq } from "drizzle-orm";
import { purchases, recordingCaptions } from "@db/schema";
import { readCaptions } from "@server/selling/recordings/search/read-captions";
import { anAccount } from "../../../support/accounts";
import { captionsFor } from "../../../support/captions";
import { setCollection } from "../../../support/products";
import { actingAs, aPurchase, aRecording } from "../../../support/recordings";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const birth = { collection: "birth" } as const;

type Asking = ReturnType<typeof actingAs> | undefined;

const search = async (app: TestApp, asking: Asking, words: string, where: object = birth) =>
  (await app.as(asking).recordings.search({ search: words, ...where })).map(
    ({ title, place }) => title + (place ? ` at ${place.time}` : ""),
  );

/** A premium and a free recording, both with captions that no other text repeats. */
const test = appTest.extend<{ premium: { id: string } }>({
  premium: [
    async ({ app }, use) => {
      const premium = await aRecording(app.db, { title: "The Early Hours", description: "A steady rhythm." });
      const free = await aRecording(app.db, { title: "Arriving", description: "Meet your breath.", isFree: true });
      await captionsFor(app.services, premium.id, [
        [0, "Lie down."],
        [72, "Let the jaw"],
        [75, "go soft, 100% soft."],
      ]);
      await captionsFor(app.services, free.id, [[31, "Lascia andare la mascella."]], { language: "it" });
      await use(premium);
    },
    { auto: true },
  ],
});

test("finds what is said only for those who may hear it, and where", async ({ app, premium }) => {
  const buyer = await anAccount(app.db);
  const purchase = await aPurchase(app.db, buyer);
  const member = actingAs(await anAccount(app.db));
  const found = await app.as(actingAs(buyer)).recordings.search({ search: "JAW go  soft", ...birth });
  expect(found).toMatchObject([
    {
      path: `/birth-recordings/${premium.id}`,
      place: { seconds: 72, time: "1:12", quote: "Let the jaw go soft" },
    },
  ]);
  expect(await search(app, actingAs(buyer), "mascella")).toEqual(["Arriving at 0:31"]);
  expect(await search(app, member, "mascella")).toEqual(["Arriving at 0:31"]);
  expect(await search(app, actingAs(buyer), "100% soft", {})).toEqual(["The Early Hours at 1:15"]);
  // A search is never refused.
  expect(await search(app, actingAs(buyer), `jaw\0${" ".repeat(200)}`)).toEqual(["The Early Hours at 1:12"]);
  // Words that are said, but not one after the other
  expect(await search(app, actingAs(buyer), "lie soft")).toEqual([]);
  for (const words of ["jaw", "soft", "lie down"]) {
    expect(await search(app, undefined, words)).toEqual([]);
    expect(await search(app, member, words)).toEqual([]);
  }
  expect(await search(app, undefined, "mascella")).toEqual([]);
  await app.db.update(purchases).set({ status: "refunded" }).where(eq(purchases.id, purchase.id));
  expect(await search(app, actingAs(buyer), "jaw")).toEqual([]);
});

test("finds titles and descriptions that the page shows, and among one's own only what may be watched", async ({
  app,
}) => {
  await aRecording(app.db, { title: "The Long Exhale", description: "A steady sea.", collection: "stress" });
  const member = actingAs(await anAccount(app.db));
  expect(await search(app, undefined, "steady")).toEqual(["The Early Hours"]);
  expect(await search(app, undefined, "EARLY h")).toEqual(["The Early Hours"]);
  expect(await search(app, member, "%")).toEqual([]);
  expect(await search(app, member, "e", {})).toEqual(["Arriving"]);
  expect(await search(app, undefined, "e", {})).toEqual([]);
  await setCollection(app.db, "birth", { isOn: false });
  expect(await search(app, undefined, "steady")).toEqual([]);
  expect(await search(app, member, "e", {})).toEqual([]);
});

test("finds captions of an earlier version once the job has read them", async ({ app, premium }) => {
  const buyer = await anAccount(app.db);
  await aPurchase(app.db, buyer);
  await app.db.delete(recordingCaptions);
  await captionsFor(app.services, premium.id, [[9, "Out, all the way down."]], { isRead: false });
  expect(await search(app, actingAs(buyer), "all the way")).toEqual([]);
  await readCaptions(app.services);
  expect(await search(app, actingAs(buyer), "all the way")).toEqual(["The Early Hours at 0:09"]);
});
