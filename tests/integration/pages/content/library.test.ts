import { readFile } from "node:fs/promises";
import { eq, ne } from "drizzle-orm";
import { discountCodes, mediaFiles, recordings, products, sessionCategories } from "@db/schema";
import { textOf, type Page } from "../../../support/browser-without-javascript";
import { expect, test } from "../../../support/admin-over-http";
import { noticeOf, paragraphsOf, toastOf } from "../../../support/page-parts";
import { aRecording } from "../../../support/recordings";
import { linkNamed, mainText } from "../../../support/recordings-http";
import { aSession } from "../../../support/sessions";

const held = await readFile("dev/seed/media/held.webm");
const captions = await readFile("dev/seed/media/held.vtt");
const flash = (page: Page) => toastOf(page);
const errors = ({ root }: Page) =>
  root
    .querySelectorAll('[aria-invalid="true"]')
    .map((field) => root.getElementById(field.getAttribute("aria-describedby") ?? "")?.text.trim());
const notice = (page: Page) => noticeOf(page);
const rows = (page: Page) =>
  page.root.querySelectorAll("main tbody tr").map((row) => {
    const words = row.innerHTML.replace(/<[^>]+>/g, " ");
    return words.replace(/\s+/g, " ").trim();
  });
const named = (page: Page, name: string) => page.root.querySelector(`input[name=${name}]`)!.getAttribute("value");
const buttonOf = (name: string) => `form:has(button[aria-label="${name}"])`;

test("uploads a recording with its form and keeps the file of a refused form, without JavaScript", async ({
  db,
  admin,
}) => {
  const library = await admin.open("/admin/birth-recordings");
  expect(textOf(library, "h1")).toBe("Birth Recordings Management");
  expect(paragraphsOf(library)).toContain("No recordings found.");
  const settings = await admin.open("/admin/settings?section=videos");
  const limited = await admin.submit(settings, { maxVideoMb: "2" }, "form:has([name=maxVideoMb])");
  expect(flash(limited)).toBe("Settings saved");
  const form = await admin.open(linkNamed(library, "Add Recording"));
  expect(mainText(form)).toMatch(/WebM.*, up to 2 MB\./);
  const long = await admin.submit(form, {
    title: "Long",
    video: new File([Buffer.alloc(2.2 * 1024 * 1024)], "long.webm"),
  });
  const tooLarge = "File size exceeds the maximum allowed size of 2MB. Your file is 2.2 MB.";
  expect([long.status, errors(long)]).toEqual([422, [tooLarge]]);
  const film = new File([held], "Riding the wave.webm");

  const untitled = await admin.submit(form, { video: film, captions: new File([captions], "en.vtt") });
  expect(untitled.status).toBe(422);
  expect(notice(untitled)).toBe("Missing information Please provide a title and a video.");
  expect(errors(untitled)).toEqual(["Please provide a title."]);
  expect(mainText(untitled)).toContain("Riding the wave.webm 109 kB");
  const [video] = await db.select().from(mediaFiles).where(eq(mediaFiles.kind, "video"));
  expect(named(untitled, "videoId")).toBe(video!.id);

  const wrong = await admin.submit(untitled, { title: "Wave", poster: new File([captions], "picture.png") });
  const noPicture = "Browsers can’t show this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.";
  expect(notice(wrong)).toBe(`Upload failed: ${noPicture}`);
  expect(errors(wrong)).toEqual([noPicture]);
  const added = await admin.submit(wrong, { isFree: "on", length: "24:10" });
  expect(flash(added)).toBe("Recording added Wave");
  // Where there is ffmpeg, the length may have been measured by now.
  const wave = /1\. Wave Riding the wave\.webm Video, (24:10|0:24), 109 kB, with captions \(English\) Free/;
  expect(rows(added)).toEqual([expect.stringMatching(wave)]);
  const watching = await admin.open("/birth-recordings");
  expect(mainText(watching)).toContain("Wave");
  expect(await db.$count(mediaFiles, ne(mediaFiles.kind, "version"))).toBe(2);
});

test("refuses invalid files, accepts an outside address, and edits and deletes a recording, without JavaScript", async ({
  db,
  admin,
}) => {
  const form = await admin.open("/admin/stress-recordings/new");
  expect(form.root.querySelector("[name=orderIndex]")).toBeNull();
  const wrong = await admin.submit(form, { title: "Tide", video: new File([captions], "tide.mp4") });
  // Which types there are depends on whether ffmpeg is installed.
  const noVideo = /this video.* Please choose an MP4.* WebM/i;
  expect([wrong.status, errors(wrong)]).toEqual([422, [expect.stringMatching(noVideo)]]);
  expect(notice(wrong)).toBe(`Error uploading video: ${errors(wrong)[0]}`);
  expect(errors(await admin.submit(form, { title: "Tide" }))).toEqual(["Please provide a video."]);
  const outside = { title: "Tide", source: "address", videoUrl: "http://videos.example/tide.mp4" };
  const plain = await admin.submit(form, outside);
  expect(errors(plain)).toEqual(["Enter a full address that begins with https://"]);
  const added = await admin.submit(plain, { videoUrl: "https://videos.example/tide.mp4" });
  expect(rows(added)).toEqual([expect.stringContaining("videos.example Not protected")]);

  const edit = await admin.open(added.root.querySelector("[aria-label='Edit Tide']")!.getAttribute("href")!);
  expect(named(edit, "videoUrl")).toBe("https://videos.example/tide.mp4");
  const gone = "00000000-0000-4000-8000-000000000000";
  const unknown = await admin.submit(edit, { title: "Ebb", source: "file", videoId: gone });
  const lost = "This upload is not complete. Please choose the file again.";
  expect([unknown.status, notice(unknown)]).toEqual([422, `Failed to update recording: ${lost}`]);
  const unmade = await admin.submit(await admin.open("/admin/stress-recordings/new"), {
    title: "Ebb",
    source: "file",
    videoId: gone,
  });
  expect(notice(unmade)).toBe(`Failed to create recording: ${lost}`);
  const saved = await admin.submit(edit, { title: "Ebb" });
  expect([flash(saved), rows(saved).length]).toEqual(["Recording saved Ebb", 1]);

  const question = await admin.open(linkTo(saved, "Delete Ebb"));
  expect(textOf(question, "h1")).toBe("Delete “Ebb”?");
  expect(flash(await admin.submit(question))).toBe("Recording deleted Ebb");
  expect(await db.$count(recordings)).toBe(0);
  const again = await admin.post(new URL(question.url).pathname, {});
  expect(flash(again)).toBe("Failed to delete recording: Recording Not Found");
});

const linkTo = (page: Page, name: string) => page.root.querySelector(`[aria-label='${name}']`)!.getAttribute("href")!;

test("changes order, access and price, lists purchases and reports missing recordings, without JavaScript", async ({
  db,
  admin,
}) => {
  const ids: string[] = [];
  for (const [orderIndex, title] of ["One", "Two"].entries())
    ids.push((await aRecording(db, { title, orderIndex })).id);
  const page = await admin.open("/admin/birth-recordings");
  expect(page.root.querySelector(buttonOf("Move One up"))).toBeNull();
  const moved = await admin.submit(page, {}, buttonOf("Move Two up"));
  expect(flash(moved)).toBe("Order updated Two");
  expect(rows(moved).map((row) => row.slice(0, 6))).toEqual(["1. Two", "2. One"]);
  const free = await admin.submit(moved, {}, buttonOf("Make free: Two"));
  expect([flash(free), rows(free)[0]]).toEqual(["Free now Two", expect.stringContaining("Free")]);

  const price = "form:has([name=price])";
  const invalid = await admin.submit(free, { price: "-5" }, price);
  expect([invalid.status, notice(invalid)]).toEqual([422, "Invalid price Please enter a valid price."]);
  expect(named(invalid, "price")).toBe("-5");
  const set = await admin.submit(invalid, { price: "45.50", currency: "GBP" }, price);
  expect(flash(set)).toBe("Price updated The collection now costs £45.50.");
  const purchases = await admin.open(linkNamed(set, "Purchases"));
  expect(textOf(purchases, "main dl")).toContain("Total Requests");

  await db.delete(recordings);
  expect(flash(await admin.submit(set, {}, buttonOf("Move One up")))).toContain("Failed to update recording order.");
  const locked = await admin.submit(set, {}, buttonOf("Make free: One"));
  expect(flash(locked)).toContain("Failed to update recording status.");
  expect((await admin.post("/admin/birth-recordings", { intent: "move", id: "none", to: "0" })).status).toBe(404);
  expect((await admin.open("/admin/sleep-recordings/new")).status).toBe(404);
});

test("creates a code in its dialog, edits, finds and deletes it, without JavaScript", async ({ db, admin }) => {
  const dialogForm = "dialog form";
  const list = await admin.open("/admin/discount-codes");
  expect(paragraphsOf(list)).toContain("No discount codes yet.");
  const dialog = await admin.open(linkNamed(list, "Create Code"));
  const empty = await admin.submit(dialog, {}, dialogForm);
  expect(errors(empty)).toContain("Code is required");
  const half = await admin.submit(empty, { code: "spring", firstDay: "2031-03-01" }, dialogForm);
  expect([half.status, errors(half)]).toEqual([422, ["Enter a whole number from 1 to 100"]]);
  expect(named(half, "firstDay")).toBe("2031-03-01");
  const made = await admin.submit(half, { percentage: "20", lastDay: "2031-03-31", maxUses: "10" }, dialogForm);
  expect([errors(made), made.status]).toEqual([[], 200]);
  expect(flash(made)).toBe("Discount code created You can now share SPRING.");
  expect(rows(made)).toEqual([
    expect.stringContaining("20% off 0 of 10 Sat, Mar 1, 2031 to Mon, Mar 31, 2031 Not yet"),
  ]);

  const another = await admin.open("/admin/discount-codes/new");
  const twice = await admin.submit(another, { code: "SPRING", percentage: "5" }, dialogForm);
  expect(errors(twice)).toEqual(["A code with this name already exists."]);
  const edit = await admin.open(linkTo(made, "Edit SPRING"));
  const fixed = { type: "fixed_amount", amount: "12.50", currency: "EUR", firstDay: "", isOneTimeUse: "on" };
  const saved = await admin.submit(edit, fixed, dialogForm);
  expect(rows(saved)).toEqual([expect.stringContaining("€12.50 off 0 of 1 Until Mon, Mar 31, 2031 Active One-time")]);
  expect(rows(await admin.open("/admin/discount-codes?search=spr"))).toHaveLength(1);
  expect(paragraphsOf(await admin.open("/admin/discount-codes?search=x"))).toContain("No discount codes found.");

  const question = await admin.open(linkTo(saved, "Delete SPRING"));
  expect(flash(await admin.submit(question))).toBe("Discount code deleted SPRING");
  expect(await db.$count(discountCodes)).toBe(0);
});

test("manages learning resources and categories without JavaScript", async ({ db, admin }) => {
  const list = await admin.open("/admin/products/resource");
  expect(paragraphsOf(list)).toContain("No resources found.");
  const form = await admin.open(linkNamed(list, "Add Resource"));
  const refused = await admin.submit(form, { title: "Sleep, Slowly", price: "cheap" });
  expect(errors(refused)).toEqual(["Description is required", "Please enter a valid price."]);
  const added = await admin.submit(refused, { description: "A workbook.", price: "18", category: "Meditation" });
  expect(flash(added)).toBe("Resource added Sleep, Slowly");
  expect(rows(added)).toEqual([expect.stringMatching(/^Sleep, Slowly Meditation .* \$18 /)]);
  const edit = await admin.open(linkTo(added, "Edit Sleep, Slowly"));
  const saved = await admin.submit(edit, { currency: "GBP", title: "Sleep" });
  expect(rows(saved)).toEqual([expect.stringContaining("£18")]);
  expect(flash(await admin.submit(await admin.open(linkTo(saved, "Delete Sleep"))))).toBe("Resource deleted Sleep");
  expect(await db.$count(products, eq(products.kind, "resource"))).toBe(0);

  const categories = await admin.open("/admin/categories");
  expect(errors(await admin.submit(categories, { name: " " }))).toEqual(["Name is required"]);
  const rest = await admin.submit(categories, { name: "Rest" });
  expect(flash(rest)).toBe("Category added Rest");
  expect(errors(await admin.submit(rest, { name: "REST" }))).toEqual(["A category with this name already exists."]);
  await aSession(db, { category: "Rest" });
  const renamed = await admin.submit(await admin.open(linkTo(rest, "Rename Rest")), { name: "Deep rest" });
  expect(rows(renamed)).toEqual([expect.stringContaining("Deep rest 1 session")]);
  const question = await admin.open(linkTo(renamed, "Delete Deep rest"));
  expect(mainText(question)).toContain("1 session is in it, and has no category then.");
  expect(flash(await admin.submit(question))).toBe("Category deleted");
  expect(await db.$count(sessionCategories)).toBe(0);
});
