import { setImmediate as nextTurn } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, vi } from "vitest";
import { liveSessions, sessionBookings } from "@db/schema";
import * as revision from "@server/core/revision";
import { startBuiltServer } from "../../support/built-server";
import { type PublicSite, servePublicPages } from "../../support/public-pages";
import { aSession, takePlace } from "../../support/sessions";
import { addSession, test as siteTest } from "../../support/site-over-http";
import { expect, test, type TestApp } from "../../support/test-app";

const turns = 30;

const delay = async () => {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
};

/** Lets the database's answers arrive late. */
function answerLate() {
  const { readRevision } = revision;
  const readLate: typeof readRevision = async (db) => {
    const found = await readRevision(db);
    await delay();
    return found;
  };
  vi.spyOn(revision, "readRevision").mockImplementation(readLate);
  return readLate;
}

/** For the control run: requests share a query that started before they came. */
function joinRunningQueries() {
  const readLate = answerLate();
  let running: Promise<number> | null = null;
  vi.spyOn(revision, "readRevision").mockImplementation(
    (db) => (running ??= readLate(db).finally(() => (running = null))),
  );
}

afterEach(() => vi.restoreAllMocks());

type LoadedPage = { loaded: { title: string } };

const rounds = 30;
const readers = 6;

/** Reads a session's page again and again while its title counts up. Returns how often an answer was too old. */
async function countStale({ db }: TestApp, sites: PublicSite[], id: string): Promise<number> {
  let committed = 0;
  let stale = 0;
  const write = async () => {
    for (let nth = 1; nth <= rounds; nth += 1) {
      await db
        .update(liveSessions)
        .set({ title: String(nth) })
        .where(eq(liveSessions.id, id));
      committed = nth;
      await Promise.all(sites.map(read));
    }
  };
  const read = async (site: PublicSite) => {
    const least = committed;
    const { loaded } = (await (await site.get(`/sessions/${id}`)).json()) as LoadedPage;
    if (Number(loaded.title) < least) stale += 1;
  };
  const keepReading = async (nth: number) => {
    while (committed < rounds) await read(sites[nth % sites.length] as PublicSite);
  };
  await Promise.all([write(), ...Array.from({ length: readers }, (_, nth) => keepReading(nth))]);
  return stale;
}

async function raceIn(app: TestApp): Promise<number> {
  const { id } = await aSession(app.db, { title: "0", maxAttendees: 5 });
  const sites = [await servePublicPages(app.services), await servePublicPages(app.services)];
  try {
    return await countStale(app, sites, id);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

test("no answer is older than a change that was committed before the request", async ({ app }) => {
  answerLate();
  expect(await raceIn(app)).toBe(0);
});

test("some are, where requests share a query that started before they came (control run)", async ({ app }) => {
  joinRunningQueries();
  expect(await raceIn(app)).toBeGreaterThan(0);
});

const twoProcesses = siteTest.extend("second", { scope: "file" }, async ({ databaseUrl }, { onCleanup }) => {
  await addSession(databaseUrl);
  const server = await startBuiltServer({ DATABASE_URL: databaseUrl });
  onCleanup(() => server.stop());
  return server;
});

twoProcesses(
  "a booking shows in the next page of both processes, twenty times in a row",
  async ({ db, server, second }) => {
    const session = await aSession(db, { priceMinor: 0, maxAttendees: 2 });
    const pages = [server.url, second.url].map((url) => `${url}/sessions/${session.id}`);
    const wrong: string[] = [];
    const expectLeft = async (text: string, nth: number) => {
      for (const page of pages) {
        const [first, again] = [await (await fetch(page)).text(), await (await fetch(page)).text()];
        if (!first.includes(text) || first !== again) wrong.push(`${nth}: ${text} at ${page}`);
      }
    };
    for (let nth = 1; nth <= 10; nth += 1) {
      const id = await takePlace(db, session);
      await expectLeft("1 place left", nth);
      await db.update(sessionBookings).set({ status: "cancelled" }).where(eq(sessionBookings.id, id));
      await expectLeft("2 places left", nth);
    }
    expect(wrong).toEqual([]);
  },
);
