import { readdir, readFile } from "node:fs/promises";
import { mediaFiles } from "@db/schema";
import type { Database } from "@db/client";
import sharp from "sharp";
import type { Page } from "../../../support/browser-without-javascript";
import { expect, test } from "../../../support/admin-over-http";
import { anOffer } from "../../../support/one-to-one";
import { aRecording } from "../../../support/recordings";
import { aSession } from "../../../support/sessions";

const photo = await readFile("tests/fixtures/pictures/photo-with-position.jpg");
/** A sharing picture has a least size. */
const largePhoto = await sharp(photo).resize(1600).keepMetadata().jpeg().toBuffer();

const traces = ["Exif", "GPS", "Apple", "http://ns.adobe.com"];
const tracesIn = (content: Buffer) => traces.filter((trace) => content.includes(trace));

const at = (address: string) => () => Promise.resolve(address);

type PictureForm = [form: string, findAddress: (db: Database) => Promise<string>, fields: string[]];

/** Every form of the back office that takes a picture, and its fields for one. */
const forms: PictureForm[] = [
  ["a new session", at("/admin/sessions/new"), ["image"]],
  ["a session", async (db) => `/admin/sessions/${(await aSession(db)).id}/edit`, ["image"]],
  ["a new one-to-one session", at("/admin/one-to-one/new"), ["image"]],
  ["a one-to-one session", async (db) => `/admin/one-to-one/${(await anOffer(db)).id}`, ["image"]],
  ["a new collection", at("/admin/products/collection/new"), ["picture"]],
  ["a collection", at("/admin/products/collection/birth"), ["picture"]],
  ["a new recording", at("/admin/birth-recordings/new"), ["poster"]],
  ["a recording", async (db) => `/admin/birth-recordings/${(await aRecording(db)).id}`, ["poster"]],
  ["a new resource", at("/admin/products/resource/new"), ["file"]],
  ["a new page", at("/admin/pages/new"), ["picture"]],
  ["a page", at("/admin/pages/privacy"), ["picture"]],
  ["the look", at("/admin/look"), ["logo", "share"]],
  ["the profile", at("/admin/profile"), ["portrait"]],
];

/** Marks the form with files of a page, and returns its selector. */
function fileForm(page: Page): string {
  const form = page.root.querySelectorAll("form").find((each) => each.querySelector("input[type=file]"));
  form?.setAttribute("data-found", "files");
  return "form[data-found=files]";
}

test.for(forms)(
  "keeps of a photo in the form of %s only the picture, and shows the original at no address",
  async ([form, findAddress, names], { admin, server, db }) => {
    const page = await admin.open(await findAddress(db));
    const typed = names.map((name) => [name, new File([new Uint8Array(largePhoto)], `${form}.jpg`)] as const);
    const answer = await admin.submit(page, Object.fromEntries(typed), fileForm(page));
    // A form whose other fields are refused keeps its picture.
    expect([200, 422]).toContain(answer.status);
    const files = await db.select().from(mediaFiles);
    expect(files.map(({ originalName }) => originalName)).toEqual(names.map(() => `${form}.jpg`));
    for (const { id, kind, storageKey, renditions } of files) {
      const sizes = (renditions ?? []).map(({ key }) => key.slice(key.lastIndexOf("-") + 1));
      const images = [`${id}.jpg`, `${id}-original.jpg`, ...sizes.map((size) => `${id}-${size}`)];
      const addresses = [...images.map((name) => `images/${name}`), storageKey, `originals/${id}.jpg`];
      const served = await Promise.all(addresses.map((address) => fetch(`${server.url}/media/${address}`)));
      const shown = served.filter(({ ok }) => ok);
      // What is offered to download is for members.
      expect(shown.length > 0).toBe(kind !== "download");
      for (const shot of shown) {
        const content = Buffer.from(await shot.arrayBuffer());
        expect([shot.url, tracesIn(content), content.equals(largePhoto)]).toEqual([shot.url, [], false]);
        const { exif, orientation } = await sharp(content).metadata();
        expect([shot.url, exif, orientation]).toEqual([shot.url, undefined, undefined]);
      }
    }
  },
);

/** What reads a form with files. A new one needs a row in the table above, or reads no pictures. */
const readers = [
  "features/admin/kept-files.server.ts",
  "features/admin/library/captions.server.ts",
  "features/admin/library/save-recording.server.ts",
  "features/admin/one-to-one/offer-form.server.ts",
  "features/admin/pages/page.server.ts",
  "features/admin/picture-form.server.ts",
  "features/admin/products/save-product.server.ts",
  "routes/_admin.admin.look.tsx",
  "routes/_admin.admin.profile.tsx",
  "routes/_admin.admin.sessions.$id_.edit.tsx",
  "routes/_admin.admin.sessions.new.tsx",
  "server/form.server.ts",
];

test("knows everything that reads a form with files", async () => {
  const files = await readdir("app", { recursive: true });
  const sources = files.filter((file) => /\.tsx?$/.test(file));
  const reads = await Promise.all(sources.map((file) => readFile(`app/${file}`, "utf8")));
  const found = sources.filter((_, index) => /\bread(?:Upload|PictureForm|FileForm)[(<]/.test(reads[index] ?? ""));
  expect(found.sort()).toEqual(readers);
});
