import { existsSync } from "node:fs";
import { expect, test } from "../../support/database";
import { comeToRest, expectBooksToBalance } from "./support/books";
import { startFaultySite } from "./support/faulty-site";
import { expectHelpfulAnswers, isFull, recovery, report } from "./support/report";
import { bringVisitors } from "./support/visitors";

/** Debian's faketime changes the clock of a process. */
const library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const clockOf = (seconds: string) => ({
  LD_PRELOAD: library,
  FAKETIME: seconds,
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

/** Each server is two minutes off the database and Stripe, and four off the other server. */
const offsets = ["-120", "+120"];

test.runIf(isFull)(
  "sells, confirms and releases as usual on servers whose clocks are two minutes off",
  { timeout: 240_000 },
  async ({ postgresUrl }) => {
    if (!existsSync(library)) throw new Error("This test changes clocks: install Debian's faketime.");
    const site = await startFaultySite({ postgresUrl, settings: clockOf(offsets[0]!) });
    try {
      const servers = [site.server];
      for (const offset of offsets.slice(1)) servers.push(await site.launch(clockOf(offset)));
      for (const [index, server] of servers.entries()) {
        const crowd = bringVisitors({ ...site, server }, 4);
        await crowd.see(60);
        await crowd.leave();
        expectHelpfulAnswers(crowd.answers);
        expect(crowd.answers.filter(({ status }) => status >= 500)).toEqual([]);
        await comeToRest(site, crowd.promises);
        await expectBooksToBalance(site, crowd.promises);
        expect(crowd.promises.paid.size, "paid bookings").toBeGreaterThan(0);
        report(`a clock off by ${offsets[index]} s`, await recovery({ ...site, server }));
      }
    } finally {
      await site.stop();
    }
  },
);
