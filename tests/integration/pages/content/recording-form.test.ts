import { asc, eq } from "drizzle-orm";
import { mediaFiles, recordingCaptions, recordingPreparations, recordings } from "@db/schema";
import { editedRecordingForm } from "@server/selling/recordings/library/form-schemas";
import { expect, formWith, test } from "../../../support/admin-over-http";
import { textOf, type Page } from "../../../support/browser-without-javascript";
import { noticeOf, toastOf } from "../../../support/page-parts";
import { aRecording } from "../../../support/recordings";
import { linkNamed, mainText } from "../../../support/recordings-http";
import { aWavFile } from "../../../support/sound";

const errors = ({ root }: Page) =>
  root
    .querySelectorAll('[aria-invalid="true"]')
    .map((field) => root.getElementById(field.getAttribute("aria-describedby") ?? "")?.text.trim());
const valueOf = ({ root }: Page, name: string) => root.querySelector(`[name=${name}]`)?.getAttribute("value");
const rows = (page: Page) => page.root.querySelectorAll("main tbody tr").map(({ text }) => text.replace(/\s+/g, " "));
const cue = (text: string, start = "00:00:01.000") => `${start} --> 00:00:04.000\n${text}`;
const vtt = (...cues: string[]) => new File([`WEBVTT\n\n${cues.join("\n\n")}\n`], "spoken.vtt");

test("adds a recording of sound alone with chapters and an opening, and keeps its file while it is refused", async ({
  db,
  admin,
}) => {
  const form = await admin.open("/admin/stress-recordings/new");
  expect(errors(await admin.submit(form, { title: "Tide" }))).toEqual(["Please provide a video."]);
  const refused = await admin.submit(form, {
    title: "Tide",
    sound: new File([aWavFile()], "tide.wav"),
    chapters: "0:00 Settling\nThe wave",
    opens: "days",
    opensAfterDays: "0",
    opensOn: "never",
  });
  expect(refused.status).toBe(422);
  expect(errors(refused)).toEqual([
    "Line 2 needs a time and a title, such as “12:30 The long exhale”.",
    "Enter a number of days from 1 to 365",
  ]);
  expect(textOf(refused, "textarea[name=chapters]")).toBe("0:00 Settling The wave");
  const [sound] = await db.select().from(mediaFiles);
  expect([sound?.kind, valueOf(refused, "soundId")]).toEqual(["sound", sound?.id]);
  const chapters = "0:00 Settling\r\n1:30 The wave";
  const added = await admin.submit(refused, { chapters, opensAfterDays: "7", isDownloadable: "on", posterAt: "1:05" });
  expect(toastOf(added)).toBe("Recording added Tide");
  expect(rows(added)).toEqual([
    expect.stringMatching(/1\. Tide.*tide\.wav ?Sound, .*Opens 7 days after buying ?Premium/),
  ]);
  const [saved] = await db.select().from(recordings);
  expect(saved).toMatchObject({
    soundId: sound!.id,
    videoId: null,
    videoUrl: null,
    posterSecond: 65,
    isDownloadable: true,
    chapters: "0:00 Settling\n1:30 The wave",
    opensOn: null,
    opensAfterDays: 7,
  });

  const address = `/admin/stress-recordings/${saved!.id}`;
  const inputs = (await admin.open(address)).root.querySelectorAll("main form :is(input, textarea, select)");
  // A position is typed in one collection only, and what is not there can't be removed.
  const always = Object.keys(editedRecordingForm.shape).filter((name) => !/^(remove|order)/.test(name));
  expect(inputs.map((input) => input.getAttribute("name"))).toEqual(expect.arrayContaining(always));
  const silent = await admin.submit(await admin.open(address), { removeSound: "on" });
  expect([errors(silent), noticeOf(silent)]).toEqual([
    ["Please provide a video."],
    "Missing information Please provide a title and a video.",
  ]);
  const onDay = await admin.submit(await admin.open(address), { opens: "day" });
  expect(errors(onDay)).toEqual(["Enter the day on which it opens"]);
  expect(rows(await admin.submit(onDay, { opensOn: "2031-03-01" }))).toEqual([
    expect.stringContaining("Opens Sat, Mar 1, 2031"),
  ]);
  await admin.submit(await admin.open(address), { isFree: "on" });
  expect(await db.select().from(recordings)).toMatchObject([{ isFree: true, opensOn: null, opensAfterDays: null }]);
});

test("keeps captions in three languages, refuses a wrong line, and saves a corrected text as a new file", async ({
  db,
  admin,
}) => {
  const { id } = await aRecording(db, { title: "Tide" });
  const address = `/admin/birth-recordings/${id}`;
  const add = async (captionsLanguage: string, captions: File) =>
    admin.submit(await admin.open(address), { captionsLanguage, captions });
  const wrong = await add("it", new File(["1\n00:00:05,000 --> 00:00:04,000\nDue"], "due.srt"));
  const problem = "Line 2 ends before it begins.";
  expect([wrong.status, errors(wrong), noticeOf(wrong)]).toEqual([422, [problem], `Upload failed: ${problem}`]);
  await add("en", vtt(cue("Breathe <i>in</i>"), cue("and out", "00:00:02.000")));
  await add("it", new File(["1\n00:00:01,000 --> 00:00:04,000\nInspira"], "due.srt"));
  const unnamed = await add("", vtt(cue("Inspire")));
  expect(errors(unnamed)).toEqual(["Choose the language of the captions"]);
  const added = await admin.submit(unnamed, { captionsLanguage: "pt-BR" });
  expect(rows(added)).toEqual([expect.stringContaining("captions (English, Italian, Brazilian Portuguese)")]);
  const spoken = () =>
    db
      .select({ language: recordingCaptions.language, spoken: recordingCaptions.spoken })
      .from(recordingCaptions)
      .orderBy(asc(recordingCaptions.language));
  expect(await spoken()).toEqual([
    { language: "en", spoken: "Breathe in\nand out" },
    { language: "it", spoken: "Inspira" },
    { language: "pt-BR", spoken: "Inspire" },
  ]);

  const opened = await admin.open(linkNamed(await admin.open(address), "Correct the English text"));
  expect(textOf(opened, "h1")).toBe("English captions");
  expect(textOf(opened, "textarea")).toContain("Breathe <i>in</i>");
  const broken = await admin.submit(opened, { text: "WEBVTT\n\n00:00:01.000\nBreathe" });
  expect([broken.status, errors(broken)]).toEqual([422, [expect.stringMatching(/^Line 3 needs the times/)]]);
  const before = await db.select().from(mediaFiles);
  const corrected = await admin.submit(broken, { text: `WEBVTT\r\n\r\n${cue("Breathe out")}` });
  expect(toastOf(corrected)).toBe("Captions saved");
  expect((await spoken())[0]).toEqual({ language: "en", spoken: "Breathe out" });
  const late = await admin.submit(opened, { text: `WEBVTT\n\n${cue("Hold")}` });
  expect([late.status, mainText(late)]).toEqual([409, expect.stringContaining("changed these captions")]);
  expect(await db.$count(recordingCaptions)).toBe(3);
  await expect.poll(() => db.$count(mediaFiles)).toBe(before.length);

  const guessed = await add(
    "fr",
    new File([Buffer.from("1\n00:00:05\nUn\n\n2\n00:00:06 --> 00:00:07\n\xe9l\xe8ve", "latin1")], "fr.srt"),
  );
  expect([toastOf(guessed), textOf(guessed, "h1"), textOf(guessed, "textarea")]).toEqual([
    "Recording saved Please check the captions.",
    "French captions",
    "WEBVTT 00:00:06.000 --> 00:00:07.000 élève",
  ]);
  expect(mainText(guessed)).toMatch(/not UTF-8.*Line 2 needs the times/);
  const checked = await admin.open(linkNamed(await admin.submit(guessed), "Correct the French text"));
  expect(mainText(checked)).not.toContain("Line 2");

  const form = await admin.open(address);
  const removed = await admin.submit(form, {
    "removeCaptions-it": "on",
    "removeCaptions-pt-BR": "on",
    "removeCaptions-fr": "on",
  });
  expect((await spoken()).map(({ language }) => language)).toEqual(["en"]);
  expect(rows(removed)).toEqual([expect.stringContaining("captions (English)")]);
  const outdated = await admin.submit(form, { title: "Ebb" });
  expect([outdated.status, mainText(outdated)]).toEqual([409, expect.stringContaining("English (spoken.vtt)")]);
  expect((await admin.open(`${address}/captions/it`)).status).toBe(404);
});

test("shows how far recordings are prepared, and cancels and repeats it, without JavaScript", async ({ db, admin }) => {
  const updatedAt = new Date();
  const prepared = async (title: string, values: Partial<typeof recordingPreparations.$inferInsert>) => {
    const { id: recordingId } = await aRecording(db, { title });
    const state = { recordingId, state: "ready" as const, source: "a file", updatedAt, ...values };
    await db.insert(recordingPreparations).values(state);
    return recordingId;
  };
  await prepared("Ready", {});
  await prepared("Broken", { state: "failed", failure: "The file is cut off. Please upload it again." });
  const id = await prepared("Tide", { state: "running", percent: 42 });
  const library = await admin.open("/admin/birth-recordings");
  expect(mainText(library)).toContain("Recordings are being prepared.");
  expect(linkNamed(library, "Refresh")).toBe("/admin/birth-recordings");
  const rowOf = (page: Page, title: string) => rows(page).find((row) => row.includes(title));
  expect(rowOf(library, "Ready")).not.toContain("repar");
  expect(rowOf(library, "Broken")).toContain("Not preparedThe file is cut off. Please upload it again.");
  expect(rowOf(library, "Tide")).toContain("Preparing, 42%");
  const cancelled = await admin.submit(library, {}, formWith(library, "Cancel preparing Tide"));
  expect(toastOf(cancelled)).toBe("Preparing cancelled Tide");
  expect(rowOf(cancelled, "Tide")).toContain("Preparing cancelled");
  const state = eq(recordingPreparations.recordingId, id);
  expect(await db.select().from(recordingPreparations).where(state)).toMatchObject([{ state: "cancelled" }]);
});
