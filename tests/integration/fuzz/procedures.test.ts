import { Corpus } from "../../support/fuzz/corpus";
import { Random } from "../../support/fuzz/random";
import { jsonFor } from "../../support/fuzz/schema-values";
import { readProcedures } from "../../support/fuzz/site-map";
import { anAccount } from "../../support/accounts";
import { aSession, takePlace } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

/** What PostgreSQL itself refuses, for every field. */
const always = ["\0", "\ud800", 2 ** 31];
/** One after the other; `npm run test:fuzz` tries all in every field. */
const inTurn = [
  ...["__proto__", "constructor", "2026-02-30", "0000-01-01", "9999-12-31", "UTC+99:99"],
  ...[-1, 0.5, Number.MAX_SAFE_INTEGER, Infinity],
];
const isLong = process.env.FUZZ_SECONDS !== undefined;
const turns = isLong ? inTurn.length : 2;

type ProcedureCall = (input: unknown) => Promise<unknown>;

test("refuses hostile values in each field of each procedure without a fault", async ({ app }) => {
  const admin = await anAccount(app.db, { role: "admin" });
  const session = await aSession(app.db, { maxAttendees: 12 });
  await takePlace(app.db, session);
  const corpus = new Corpus([], ["id"]);
  await corpus.readRows(app.db);
  const random = new Random(1);
  const faults: string[] = [];
  let turn = 0;
  for (const { path, shape } of readProcedures()) {
    for (const field of Object.keys(shape?.properties ?? {})) {
      const some = Array.from({ length: turns }, () => inTurn[turn++ % inTurn.length]!);
      for (const value of [...always, ...some]) {
        const fitting = JSON.parse(jsonFor(shape!, { random, corpus, hostileShare: 0, target: path })) as object;
        const input = { ...fitting, [field]: value };
        if (await isFault(app, admin, path, input)) faults.push(`${path} ${field}: ${JSON.stringify(input)}`);
      }
    }
  }
  expect(faults).toEqual([]);
});

type Account = Awaited<ReturnType<typeof anAccount>>;

async function isFault(app: TestApp, user: Account, path: string, input: object): Promise<boolean> {
  const caller: unknown = app.as({ user });
  const call = path.split(".").reduce((part, name) => (part as Record<string, unknown>)[name], caller) as ProcedureCall;
  const refusal = await call(input).catch((error: { code?: string }) => error);
  return (refusal as { code?: string } | undefined)?.code === "INTERNAL_SERVER_ERROR";
}
