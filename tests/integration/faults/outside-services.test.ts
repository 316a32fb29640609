import { sql } from "drizzle-orm";
import { describe } from "vitest";
import { expect, test as base } from "../../support/database";
import { comeToRest, expectBooksToBalance } from "./support/books";
import { faults, type Fault } from "./support/fault-proxy";
import { startFaultySite, type FaultySite } from "./support/faulty-site";
import { outsideServices, type OutsideServiceName } from "./support/outside-world";
import { expectHelpfulAnswers, isFull, recovery, report } from "./support/report";
import { bringUploader, type Uploader } from "./support/uploads";
import { bringVisitors } from "./support/visitors";

type Case = { service: OutsideServiceName; fault: Fault };

const everyCase = outsideServices.flatMap((service) => faults.map((fault) => ({ service, fault })));
/** One kind of fault for each service. */
const someCases: Case[] = [
  { service: "Stripe", fault: "losing" },
  { service: "Resend", fault: "failing" },
  { service: "S3", fault: "refusing" },
  { service: "exchange rates", fault: "nonsense" },
  { service: "geolocation", fault: "slow" },
];

/** One site for all cases, because it must work again after each. */
const test = base
  .extend("site", { scope: "file" }, async ({ postgresUrl }, { onCleanup }) => {
    const site = await startFaultySite({ postgresUrl });
    onCleanup(() => site.stop());
    return site;
  })
  .extend("uploader", { scope: "file" }, ({ site }) => bringUploader(site));

describe.sequential("serves visitors while a service fails, and completes everything afterwards", () => {
  for (const { service, fault } of isFull ? everyCase : someCases) {
    test(`${service}, ${fault}`, { timeout: 240_000 }, async ({ site, uploader }) => {
      const proxy = site.proxies[service];
      const crowd = bringVisitors(site, 4);
      await crowd.see(8);
      proxy.become(fault);
      await makeUseOf(service, site, uploader);
      // Without Stripe few visitors get as far as the others.
      await crowd.see(service === "Stripe" || isFull ? 24 : 12);
      await expect.poll(() => proxy.met(), { message: "requests that met the fault" }).toBeGreaterThan(0);
      proxy.become(null);
      report(`${service} ${fault}`, await recovery(site));
      await crowd.leave();

      expectHelpfulAnswers(crowd.answers);
      await comeToRest(site, crowd.promises);
      await expectBooksToBalance(site, crowd.promises);
      expect(crowd.promises.booked.size, "confirmed bookings").toBeGreaterThan(0);
      expect(crowd.promises.paid.size, "paid bookings").toBeGreaterThan(0);
      if (service === "S3") await expectUploadsToWork(uploader);
    });
  }
});

/** Causes requests that visitors do not cause by themselves. */
async function makeUseOf(service: OutsideServiceName, { db }: FaultySite, uploader: Uploader): Promise<void> {
  if (service === "S3") expect((await uploader.upload()).status).not.toBe(0);
  if (service !== "exchange rates") return;
  await db.execute(sql`update exchange_rates set fetched_at = now() - interval '2 hours'`);
  await db.execute(sql`select graphile_worker.add_job('refresh-exchange-rates')`);
}

async function expectUploadsToWork(uploader: Uploader): Promise<void> {
  const { status, address } = await uploader.upload();
  expect(status).toBe(204);
  expect(await uploader.isServed(address)).toBe(true);
}
