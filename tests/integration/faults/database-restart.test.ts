import { expect, test } from "../../support/database";
import { comeToRest, expectBooksToBalance } from "./support/books";
import { startFaultySite } from "./support/faulty-site";
import { expectHelpfulAnswers, isFull, recovery, report } from "./support/report";
import { bringVisitors } from "./support/visitors";

const ends = isFull ? (["hard", "in order", "hard", "in order"] as const) : (["hard"] as const);

test(
  "survives a stop and start of PostgreSQL under load",
  async ({ postgresUrl }) => {
    const site = await startFaultySite({ postgresUrl });
    try {
      const crowd = bringVisitors(site, 6);
      for (const how of ends) {
        await crowd.see(30);
        await site.postgres.end(how);
        await crowd.see(20);
        await site.postgres.begin();
        report(`PostgreSQL ended ${how}`, await recovery(site));
      }
      await crowd.see(20);
      await crowd.leave();
      expect(crowd.answers.map(({ status }) => status)).toContain(503);
      expectHelpfulAnswers(crowd.answers);
      await comeToRest(site, crowd.promises);
      await expectBooksToBalance(site, crowd.promises);
      expect(crowd.promises.booked.size, "confirmed bookings").toBeGreaterThan(0);
      expect(crowd.promises.paid.size, "paid bookings").toBeGreaterThan(0);
    } finally {
      await site.stop();
    }
  },
  isFull ? 300_000 : 120_000,
);
