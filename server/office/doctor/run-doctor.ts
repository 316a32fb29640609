import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { runOncePerForm } from "../../core/forms";
import type { Services } from "../../core/services";
import { inTransaction } from "../../core/transaction";
import { enqueueJob } from "../../platform/jobs/enqueue-job";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { checkAddress } from "./check-address";
import { bookChecks } from "./check-books";
import { checkCalendars } from "./check-calendars";
import { checkDatabase } from "./check-database";
import { checkBackups, checkJobs } from "./check-jobs";
import { checkEncryption } from "./check-encryption";
import { checkMail, testMailTemplate } from "./check-mail";
import { checkInvoices } from "./check-invoices";
import { checkPreparing } from "./check-preparing";
import { checkStorage } from "./check-storage";
import { checkStripe } from "./check-stripe";
import { type Check, type Finding, runChecks, type Site } from "./finding";

/** The checks in the order in which the list shows them. A new check is one line here. */
const checks: Check[] = [
  { name: "Database", run: checkDatabase },
  { name: "Stripe", run: checkStripe },
  ...bookChecks,
  { name: "Invoices", run: checkInvoices },
  { name: "Mail", run: checkMail },
  { name: "File storage", run: checkStorage },
  { name: "Calendars", run: checkCalendars },
  { name: "Preparing recordings", run: checkPreparing },
  { name: "Encryption", run: checkEncryption },
  { name: "Address", run: checkAddress },
  { name: "Jobs", run: checkJobs },
  { name: "Backups", run: checkBackups },
];

/** Without it, presses in two windows would ask Stripe and the disk twice at once. */
const running = new WeakMap<Services["db"], Promise<Finding[]>>();

/** Runs every check. Calls at the same time share one run, which asks other services and writes a file. */
export function runDoctor(site: Site): Promise<Finding[]> {
  const run = running.get(site.db) ?? runChecks(site, checks).finally(() => running.delete(site.db));
  running.set(site.db, run);
  return run;
}

/** Mails the instructor's address; the list then says whether the mail arrived. */
export async function sendTestMail(ctx: MemberContext, { formKey }: { formKey: string }): Promise<void> {
  await inTransaction(ctx, (tx) =>
    runOncePerForm(tx, ctx, { procedure: "system.sendTestMail", formKey, input: {} }, async () => {
      await enqueueTestMail(tx, ctx, formKey);
      await audit(tx, ctx, "email.test_sent", formKey);
    }),
  );
}

/** Writes the mail in the operator's name. `key` identifies it. */
export const enqueueTestMail = (
  tx: Parameters<typeof enqueueMail>[0],
  { settings }: Pick<Services, "settings">,
  key: string,
): Promise<void> =>
  enqueueMail(tx, {
    template: testMailTemplate,
    to: settings.adminEmail,
    dedupeKey: `${testMailTemplate}:${key}`,
    props: { site: siteFacts(settings), systemUrl: `${settings.siteUrl}/admin/system` },
  });

const confirmMinutes = 5;

/** Looks for faults of a live site, and has each looked at again before the instructor is told. */
export async function watchSite(services: Services): Promise<void> {
  if (!services.settings.isLive) return;
  const names = (await findFaults(services)).map(({ name }) => name);
  if (names.length === 0) return;
  const runAt = new Date(services.clock.now().getTime() + confirmMinutes * 60_000);
  await enqueueJob(services.db, "report-faults", { names }, { runAt, jobKey: "report-faults", maxAttempts: 3 });
}

/** Mails the instructor those of the faults that remain, each at most once a day. */
export async function reportFaults(services: Services, { names }: { names: string[] }): Promise<void> {
  const { settings, clock } = services;
  const remaining = (await findFaults(services)).filter(({ name }) => names.includes(name));
  const day = clock.now().toISOString().slice(0, 10);
  await inTransaction(services, async (tx) => {
    for (const { name, what, todo } of remaining) {
      await enqueueMail(tx, {
        template: "admin-site-fault",
        to: settings.adminEmail,
        dedupeKey: `admin-site-fault:${name}:${day}`,
        props: { site: siteFacts(settings), name, what, todo, systemUrl: `${settings.siteUrl}/admin/system` },
      });
    }
  });
}

const findFaults = async (services: Services): Promise<Finding[]> =>
  (await runDoctor(services)).filter(({ state }) => state === "fault");
