import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { auditEntries, mediaFiles } from "@db/schema";
import { detailsInWords } from "@server/office/operations/audit/describe-entry";
import { officeOf } from "../../../support/office";
import { anAccount, refusalOf, signedInBrowser } from "../../../support/accounts";
import { anAdmin } from "../../../support/admin-sessions";
import { serve } from "../../../support/http-app";
import { aFile, aPurchaseOf, cookieHeader } from "../../../support/media";
import { setCollection } from "../../../support/products";
import { expect, test as appTest, type TestApp } from "../../../support/test-app";

const calm = { collection: "calm-nights" } as const;
const texts = { title: "Calm Nights", description: "For the end of the day.", plate: "sleep" } as const;

/** An admin with a collection that has the first of two uploaded pictures. */
async function aCollectionWithPicture(app: TestApp) {
  const [first, second] = [await aFile(app.services, "image"), await aFile(app.services, "image")];
  const { api } = await anAdmin(app);
  const { recordings } = api;
  const products = officeOf(api, "collection");
  const form = { ...texts, slug: "calm-nights", formKey: randomUUID() as string, pictureId: first.id };
  await products.create(form);
  const { version } = (await recordings.library.list(calm)).price;
  await recordings.library.setPrice({ ...calm, priceMinor: 6000, currency: "EUR", version });
  const open = async () => {
    const { version, back, fields } = await products.getForm(calm);
    const input = fields.find(({ name }) => name === "pictureId")?.input;
    return { version, libraryPath: back?.to, picture: input?.as === "upload" ? input.file : undefined };
  };
  const save = async (values: { pictureId?: string; removePicture?: boolean; isOn?: boolean; version?: string }) =>
    products.edit({ ...calm, ...texts, isOn: true, version: (await open()).version, ...values });
  /** The ids of the files that are left once jobs have run. */
  const stored = async () => {
    await app.runJobs();
    return (await app.db.select().from(mediaFiles)).map(({ id }) => id);
  };
  return { products, form, first, second, open, save, stored };
}

const test = appTest.extend<{ office: Awaited<ReturnType<typeof aCollectionWithPicture>> }>({
  office: async ({ app }, use) => use(await aCollectionWithPicture(app)),
});

test("keeps, replaces and removes a collection's picture, and deletes the file that was there", async ({
  app,
  office: { first, second, open, save, stored },
}) => {
  const shown = async () => (await app.as().recordings.getCollection(calm)).picture;
  expect((await open()).picture).toEqual({ id: first.id, name: "own.webp", size: "0 kB" });
  await save({ pictureId: first.id });
  expect(await shown()).toBe(`/media/collections/calm-nights/picture?v=${first.id.slice(0, 8)}`);
  await save({ pictureId: second.id });
  expect(await shown()).toBe(`/media/collections/calm-nights/picture?v=${second.id.slice(0, 8)}`);
  expect(await stored()).toEqual([second.id]);
  await save({ pictureId: second.id, removePicture: true });
  expect([await shown(), (await open()).picture, await stored()]).toEqual([null, null, []]);
  const audited = (await app.db.select().from(auditEntries)).map(({ details }) => detailsInWords(details));
  expect(audited.filter((words) => words === "Picture changed")).toHaveLength(2);
});

test("deletes the picture with its collection", async ({ office: { products, first, second, stored } }) => {
  expect((await stored()).sort()).toEqual([first.id, second.id].sort());
  await products.delete(calm);
  expect(await stored()).toEqual([second.id]);
});

test("adds a collection with its picture once for the same form, also when the picture is gone by then", async ({
  office: { products, form, open, save },
}) => {
  const { libraryPath } = await open();
  expect(await products.create(form)).toMatchObject({ to: libraryPath });
  await save({});
  expect(await products.create(form)).toMatchObject({ to: libraryPath });
  expect((await open()).picture).toBeNull();
});

test("says that someone else has changed the picture, whatever is saved over it", async ({
  office: { first, second, open, save, stored },
}) => {
  const { version } = await open();
  await save({ pictureId: second.id });
  await stored();
  // The form still names the picture that is deleted by now.
  for (const values of [{ pictureId: first.id }, { removePicture: true }, {}]) {
    expect(await refusalOf(save({ ...values, version }))).toMatchObject({ code: "changed_meanwhile" });
  }
  await save({ pictureId: second.id, version });
  expect((await open()).picture).toMatchObject({ id: second.id });
});

test("takes no file that is missing, used elsewhere or no picture", async ({ app, office }) => {
  const { products, first, open, save } = office;
  const video = await aFile(app.services, "video");
  const refused = async (pictureId: string) => {
    const { code, message } = await refusalOf(save({ pictureId }));
    return [code, message];
  };
  const gone = "This upload is no longer there. Please choose the file again.";
  expect(await refused(video.id)).toEqual(["invalid", gone]);
  expect(await refused(randomUUID())).toEqual([
    "invalid",
    "This upload is not complete. Please choose the file again.",
  ]);
  const other = { ...office.form, slug: "other", formKey: randomUUID() };
  const used = "This file is in use elsewhere. Please choose the file again.";
  expect(await refusalOf(products.create(other))).toMatchObject({ code: "invalid", message: used });
  expect((await open()).picture).toMatchObject({ id: first.id });
});

/** The headers with which each kind of caller asks. */
async function callers(app: TestApp): Promise<Record<string, Record<string, string>>> {
  const signedIn = async (values: Parameters<typeof anAccount>[1] = {}) => {
    const account = await anAccount(app.db, values);
    return { id: account.id, headers: cookieHeader(await signedInBrowser(app, account)) };
  };
  const [member, buyer, paying, refunded] = [await signedIn(), await signedIn(), await signedIn(), await signedIn()];
  await aPurchaseOf(app.db, buyer.id);
  await aPurchaseOf(app.db, paying.id, { status: "pending" });
  await aPurchaseOf(app.db, refunded.id, { status: "refunded" });
  const admin = await signedIn({ role: "admin" });
  return {
    visitor: {},
    member: member.headers,
    buyer: buyer.headers,
    paying: paying.headers,
    refunded: refunded.headers,
    admin: admin.headers,
  };
}

test("sends the picture to everybody while its collection is on, then only to those who see the page", async ({
  app,
  office: { first },
}) => {
  const { url, stop } = await serve(app.services);
  onTestFinished(stop);
  const everybody = await callers(app);
  const sentTo = async () => {
    const sent: Record<string, string | null> = {};
    for (const [caller, headers] of Object.entries(everybody)) {
      const answer = await fetch(`${url}/media/collections/birth/picture?v=1`, { headers });
      expect([caller, answer.headers.has("Set-Cookie")]).toEqual([caller, false]);
      if (answer.status !== 404) sent[caller] = answer.headers.get("Cache-Control");
      expect([caller, (await answer.text()) === "the image"]).toEqual([caller, answer.status === 200]);
    }
    return sent;
  };
  expect(await sentTo()).toEqual({});
  await setCollection(app.db, "birth", { pictureId: first.id });
  const all = Object.keys(everybody).map((caller) => [caller, "public, max-age=3600"]);
  expect(await sentTo()).toEqual(Object.fromEntries(all));
  await setCollection(app.db, "birth", { isOn: false });
  const some = ["buyer", "paying", "admin"].map((caller) => [caller, "private, no-cache"]);
  expect(await sentTo()).toEqual(Object.fromEntries(some));
  for (const name of ["sleep", first.id, "..%2fbirth", "birth%20or%201=1"]) {
    const { status } = await fetch(`${url}/media/collections/${name}/picture`, { headers: everybody.admin! });
    expect([name, status]).toEqual([name, 404]);
  }
});
