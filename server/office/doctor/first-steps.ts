import { sql } from "drizzle-orm";
import type { Queryable } from "@db/client";
import { siteSettings } from "@db/schema";
import { audit } from "../../core/record-audit";
import type { MemberContext } from "../../core/context";
import { forgetSettings, readOwnSettings, readSiteSettings, type SiteSettings } from "../../core/site-settings";
import { withTableLock } from "../../core/transaction";
import { readLegalState } from "../../catalogue/pages/gaps";
import { testMailTemplate } from "./check-mail";

export type FirstStep = { title: string; text: string; to: string; isDone: boolean };

/** `none`: a demo has nothing to set up. */
type FirstSteps = { state: SiteSettings["firstSteps"] | "none"; steps: FirstStep[] };

/** Returns what remains to be done on a new site. Once all is done, the list is gone for good. */
export async function getFirstSteps(ctx: MemberContext): Promise<FirstSteps> {
  if (!ctx.settings.isLive) return { state: "none", steps: [] };
  const site = await readSiteSettings(ctx);
  if (site.firstSteps !== "open") return { state: site.firstSteps, steps: [] };
  const steps = listFirstSteps({
    hasPortrait: Boolean(site.profile?.name && site.profile.portrait),
    contact: site.marketing.contact.replace(/^mailto:/, ""),
    legal: await readLegalState(ctx.db),
    // Saved once, even if empty: then none is asked for on purpose.
    hasHealthStatement: site.health.version > 0,
    hasSecondFactor: ctx.user.hasSecondFactor,
    ...(await readRecords(ctx.db)),
  });
  if (steps.some(({ isDone }) => !isDone)) return { state: "open", steps };
  await write(ctx.db, ctx, "finished");
  forgetSettings(ctx);
  return { state: "finished", steps: [] };
}

/** Hides the list for all admins, or shows it again. */
export async function dismissFirstSteps(ctx: MemberContext, { isDismissed }: { isDismissed: boolean }): Promise<void> {
  const state = isDismissed ? "dismissed" : "open";
  await withTableLock(ctx, { table: siteSettings, name: "settings" }, async (tx) => {
    const { firstSteps } = await readOwnSettings(tx);
    if (firstSteps === state || firstSteps === "finished") return;
    await write(tx, ctx, state);
    await audit(tx, ctx, "settings.changed", "first steps", { from: firstSteps, to: state });
  });
  forgetSettings(ctx);
}

async function write(db: Queryable, { clock }: Pick<MemberContext, "clock">, value: SiteSettings["firstSteps"]) {
  const row = { key: "firstSteps", value, updatedAt: clock.now() };
  await db.insert(siteSettings).values(row).onConflictDoUpdate({ target: siteSettings.key, set: row });
}

type Records = {
  hasStripeEvent: boolean;
  hasTestMail: boolean;
  hasSession: boolean;
  hasBackup: boolean;
  hasTestBooking: boolean;
};

export type StepFacts = Records & {
  hasPortrait: boolean;
  /** The contact's address; empty if there is none. */
  contact: string;
  legal: { arePublished: boolean; gaps: string[] };
  hasHealthStatement: boolean;
  hasSecondFactor: boolean;
};

async function readRecords(db: Queryable): Promise<Records> {
  const { rows } = await db.execute<Records>(sql`
    select
      exists (select from webhook_states where source = 'stripe' and last_event_at is not null) as "hasStripeEvent",
      exists (select from outbox_emails where template = ${testMailTemplate} and delivered_at is not null)
        as "hasTestMail",
      exists (select from live_sessions where is_published) as "hasSession",
      exists (select from backup_runs where task = 'backup' and error is null) as "hasBackup",
      exists (select from session_bookings where total_minor = 0 and status = 'cancelled'
        and payment_status = 'cancelled' and imported_at is null) as "hasTestBooking"`);
  const [records] = rows;
  if (!records) throw new Error("the first steps could not be read");
  return records;
}

/** Lists the first steps in the order in which they are best done. */
export const listFirstSteps = (facts: StepFacts): FirstStep[] => [...whatToWrite(facts), ...whatToTry(facts)];

const whatToWrite = (facts: StepFacts): FirstStep[] => [
  {
    title: "Your name and portrait",
    text: "Visitors read who gives the sessions.",
    to: "/admin/profile",
    isDone: facts.hasPortrait,
  },
  {
    title: "Contact address",
    text: facts.contact ? `Visitors reach you at ${facts.contact}.` : "Visitors need a way to reach you.",
    to: "/admin/settings?section=contact#contact",
    isDone: facts.contact !== "",
  },
  {
    title: "Privacy and terms",
    text:
      facts.legal.gaps.length > 0
        ? `Fill in what is in square brackets, and publish again: ${facts.legal.gaps.join(", ")}.`
        : "Check every sentence of the starting texts, then publish both pages.",
    to: "/admin/pages",
    isDone: facts.legal.arePublished && facts.legal.gaps.length === 0,
  },
  {
    title: "Health statement",
    text: "Save the starting text once it says what yours should, or save it empty to ask for none.",
    to: "/admin/settings?section=health#health",
    isDone: facts.hasHealthStatement,
  },
];

const whatToTry = (facts: StepFacts): FirstStep[] => [
  {
    title: "Two-step sign-in",
    text: "An authenticator app protects your customers’ details if your password is stolen.",
    to: "/dashboard/settings/second-factor",
    isDone: facts.hasSecondFactor,
  },
  {
    title: "A test mail",
    text: "Send yourself one; it counts once Resend has reported its delivery.",
    to: "/admin/system",
    isDone: facts.hasTestMail,
  },
  {
    title: "Your first session",
    text: "Publish one, and visitors can book it.",
    to: "/admin/sessions/new",
    isDone: facts.hasSession,
  },
  {
    title: "A test booking",
    text: "Book a free place as a visitor does, and cancel it with the link in the mail.",
    to: "/live-sessions",
    isDone: facts.hasTestBooking,
  },
  {
    title: "Stripe’s webhook",
    text: "Stripe’s first message comes with the first payment; System says whether it can reach this site, what the key may do, and whether members can change their card.",
    to: "/admin/system",
    isDone: facts.hasStripeEvent,
  },
  {
    title: "A backup",
    text: "Make one now and see where it is kept; it belongs on another disk.",
    to: "/admin/backups",
    isDone: facts.hasBackup,
  },
];
