import { closeDatabase, openDatabase } from "@db/client";
import { expect, startTestApp, test as demoTest, type TestApp } from "./test-app";

/** An app with a live site's limits, and a second process on the same database. */
export const test = demoTest.extend<{ app: TestApp; other: TestApp["services"] }>({
  app: async ({ db }, use) => {
    const { app, stop } = await startTestApp({ db, settings: { isLive: true } });
    await use(app);
    await stop();
  },
  other: async ({ app, databaseUrl }, use) => {
    const db = openDatabase(databaseUrl);
    await use({ ...app.services, db });
    await closeDatabase(db);
  },
});

export const rateLimitedError = {
  code: "rate_limited",
  message: expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/) as string,
};

/** Returns the refusal codes of consecutive calls; undefined for accepted calls. */
export async function refusalCodes(times: number, call: (nth: number) => Promise<unknown>) {
  const codes: (string | undefined)[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    codes.push(
      await call(nth).then(
        () => undefined,
        (error: { cause?: { code: string } }) => error.cause?.code,
      ),
    );
  }
  return codes;
}

export const repeat = <Value>(value: Value, times: number) => Array<Value>(times).fill(value);
