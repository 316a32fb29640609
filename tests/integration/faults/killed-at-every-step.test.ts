import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import sharp from "sharp";
import { eq } from "drizzle-orm";
import type { Database } from "@db/client";
import { mediaFiles, recordingPreparations, recordingVersions } from "@db/schema";
import { prepareRecording } from "@server/catalogue/preparing/prepare-recording";
import { readVersions } from "@server/catalogue/preparing/versions";
import { incomingFile, incomingFolder } from "@server/platform/media/incoming";
import { keepUpload } from "@server/platform/media/keep-upload";
import { sweepMedia } from "@server/platform/media/media-files";
import type { Services } from "@server/core/services";
import { Crash, CrashPlan } from "../../support/histories/crash-plan";
import { contentOf } from "../../support/media";
import { aQueuedRecording, preparationOf, versionFiles } from "../../support/preparing";
import { sample, tone } from "../../support/samples";
import { expect, test, type TestApp } from "../../support/test-app";
import { expectToHoldAlways, expectToHoldAtRest } from "../histories/invariants";
import type { Step } from "../histories/steps";
import { World } from "../histories/world";
import { isFull } from "./support/report";

type Flow = {
  name: string;
  places: [number, number];
  /** Steps without a crash, which other flows cover. */
  before: Step[];
  /** Steps in which a process is killed, at one point after the other: in one at a time, or in each of a life. */
  steps: Step[];
};

const book = { kind: "book", session: 0, who: 0, code: "none", quantity: 1 } as const;
const bookFree: Step = { ...book, code: "GIFT" };
const pay: Step = { kind: "pay", nth: 0 };
const webhook: Step = { kind: "tell", order: "as it happened", times: 2 };
const work: Step = { kind: "time passes", minutes: 3 };
const runOut: Step = { kind: "time passes", minutes: 33 };
const cancel: Step = { kind: "cancel", nth: 0 };
const cancelSession: Step = { kind: "cancel session", session: 0 };
const refundAtStripe: Step = { kind: "refund at Stripe", nth: 0, part: "all" };
const bookCourse: Step = { kind: "book course", who: 0, course: 0 };
const cancelCourse: Step = { kind: "cancel course", nth: 0 };
const join: Step = { kind: "join", session: 0, who: 1, quantity: 1 };
const cancelTicket: Step = { kind: "cancel ticket", nth: 0, by: "attendee" };
const move: Step = { kind: "move", nth: 0, by: "attendee" };
const accept: Step = { kind: "accept", nth: 0, code: "none", quantity: 1 };
const decline: Step = { kind: "decline offer", nth: 0 };

const paid: Step[] = [book, pay, webhook];
const paidTwo: Step[] = [{ ...book, quantity: 2 }, pay, webhook];
const two: [number, number] = [2, 2];
const onePlace: [number, number] = [1, 2];

const flows: Flow[] = [
  { name: "a paid booking", places: two, before: [], steps: [book, pay, webhook, work] },
  { name: "a free booking", places: two, before: [], steps: [bookFree, work] },
  { name: "an expired hold paid late", places: two, before: [book], steps: [runOut, pay, webhook] },
  { name: "a cancellation with its refund", places: two, before: paid, steps: [cancel, work, webhook] },
  { name: "a cancelled ticket with its refund", places: two, before: paidTwo, steps: [cancelTicket, work, webhook] },
  {
    name: "an offer to the waitlist",
    places: onePlace,
    before: [...paid, join],
    steps: [cancel, accept, pay, webhook],
  },
  { name: "a move to another date", places: onePlace, before: [...paid, join], steps: [move, work] },
  { name: "a declined offer", places: onePlace, before: [...paid, join, cancel], steps: [decline, work] },
  { name: "a course and its cancellation", places: two, before: [], steps: [bookCourse, pay, webhook, cancelCourse] },
  { name: "a cancelled session", places: two, before: paid, steps: [cancelSession, work] },
  { name: "a refund in Stripe's dashboard", places: two, before: paid, steps: [refundAtStripe, webhook, work] },
];

/** Each commit and each call to Stripe or the mail service has a point before it and one after it: odd, to meet both. */
const stride = isFull ? 1 : 9;

for (const flow of flows) {
  test(`${flow.name}: survives a kill at every step`, { timeout: 300_000 }, async ({ app }) => {
    const killIn = async (deaths: Deaths) => liveFlow(app, flow, deaths).catch(tellWhere(flow, deaths));
    const every = [...flow.steps.keys()];
    let kills = 0;
    for (const together of isFull ? every.map((step) => [step]) : [every]) {
      // A step that has no more points is lived through without a kill.
      let dying = together;
      for (let nth = 0; dying.length > 0; nth++) {
        dying = await killIn(new Map(dying.map((step) => [step, (isFull ? 0 : step) + nth * stride])));
        kills += dying.length;
      }
    }
    expect(kills).toBeGreaterThan(0);
    if (isFull) process.stdout.write(`${flow.name}: killed at ${kills} points\n`);
  });
}

/** The steps in which a process dies, and at which of their points. */
type Deaths = Map<number, number>;

/** Runs a flow with its kills until all jobs are done. Returns the steps in which a process died. */
async function liveFlow(app: TestApp, { places, before, steps }: Flow, deaths: Deaths): Promise<number[]> {
  const world = await World.begin(app, { places });
  for (const each of before) await world.live({ steps: [each], crashAt: null });
  const died = await liveThrough(world, steps, deaths);
  if (died.length === 0) return died;
  await world.comeToRest();
  await expectToHoldAtRest(world);
  return died;
}

const tellWhere =
  ({ steps }: Flow, deaths: Deaths) =>
  (cause: unknown): never => {
    const places = [...deaths].map(([step, point]) => `point ${point} of step ${step} ("${steps[step]!.kind}")`);
    throw new Error(`killed at ${places.join(", ")}: ${String(cause)}`, { cause });
  };

/** Runs the steps with their kills and repeats each interrupted one. Returns the steps in which a process died. */
async function liveThrough(world: World, steps: Step[], deaths: Deaths): Promise<number[]> {
  const died: number[] = [];
  for (const [index, step] of steps.entries()) {
    const hasDied = await world.live({ steps: [step], crashAt: deaths.get(index) ?? null });
    await expectToHoldAlways(world);
    if (!hasDied) continue;
    died.push(index);
    await world.live({ steps: [step.kind === "book" ? { kind: "post again", nth: 0 } : step], crashAt: null });
  }
  return died;
}

test("an upload: survives a kill at every step", async ({ app }) => {
  // A small one, as it is decoded at each step.
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
    .webp()
    .toBuffer();
  await mkdir(incomingFolder(app.services.settings), { recursive: true });
  let kills = 0;
  for (;;) {
    const id = randomUUID();
    const upload = { id, kind: "image", originalName: "held.webp" } as const;
    await writeFile(incomingFile(app.services.settings, id), picture);
    const plan = new CrashPlan(kills);
    const outcome = await keepUpload(mortal(app.services, plan), upload).catch((error: unknown) => error);
    if (!(outcome instanceof Crash)) {
      expect(outcome, `after ${kills} kills`).toMatchObject({ id, deletedAt: null });
      break;
    }
    kills += 1;
    expect(await keepUpload(app.services, upload)).toMatchObject({ id, deletedAt: null });
    const [file] = await app.db.select().from(mediaFiles).where(eq(mediaFiles.id, id));
    for (const { key, bytes } of file!.renditions!) {
      expect(await contentOf(await app.services.storage.read(key))).toHaveLength(bytes);
    }
  }
  expect(kills).toBeGreaterThan(0);
});

test(
  "a preparation: survives a kill at every step, and leaves no file without a row",
  { timeout: 300_000 },
  async ({ app }) => {
    const content = await sample("wav", tone(1));
    const id = await aQueuedRecording(app.services, { sound: { content, contentType: "audio/wav" } });
    const prepare = (services: Services) =>
      prepareRecording(services, { recordingId: id }, new AbortController().signal).catch((error: unknown) => error);
    let kills = 0;
    for (let hasDied = true; hasDied; kills += isFull ? 1 : 4) {
      await app.db.update(recordingPreparations).set({ state: "waiting" });
      await app.db.delete(recordingVersions);
      const plan = new CrashPlan(kills);
      await prepare(mortal(app.services, plan));
      hasDied = plan.hasCrashed;
      await prepare(app.services);
      expect(await preparationOf(app.services, id), `after ${kills} kills`).toMatchObject({
        state: "ready",
        percent: 100,
      });
      app.clock.moveBy(25 * 60);
      await sweepMedia(app.services);
      const { sound } = await readVersions(app.db, id);
      expect(await versionFiles(app.services), `after ${kills} kills`).toEqual({
        rows: [sound?.storageKey],
        stored: [sound?.storageKey],
      });
    }
    expect(kills).toBeGreaterThan(4);
  },
);

/** Returns services of a process that dies at a statement or at a call of the storage. */
function mortal(services: Services, plan: CrashPlan): Services {
  const db = new Proxy(services.db, {
    get(target, key) {
      plan.point();
      return Reflect.get(target, key) as unknown;
    },
  }) satisfies Database;
  const save: Services["storage"]["save"] = (key, path) => plan.around(() => services.storage.save(key, path));
  return { ...services, db, storage: { ...services.storage, save } };
}
