import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { myMembershipPath } from "../../core/paths";
import type { Services } from "../../core/services";
import { enqueueMail } from "../../platform/mail/outbox";
import { siteFacts } from "../../platform/mail/templates";
import { lastDayOf } from "../../catalogue/passes/period";

type MailServices = Pick<Services, "settings">;

/** What is mailed about a membership. */
export type MembershipNews = {
  about:
    | "begun"
    | "renewed"
    | "waiting"
    | "changed"
    | "goes_on"
    | "kept"
    | "booked"
    | "paused"
    | "cancelled"
    | "ended"
    | "ending"
    | "payment_failed"
    | "unconfirmed"
    | "plan_changed"
    | "change_planned"
    | "trial_ends"
    | "renews";
  /** What tells this mail from others about the same membership. */
  key: string;
  text: string;
  reason?: string;
};

const subjects: Record<MembershipNews["about"], string> = {
  begun: "has begun",
  waiting: "waits for your card",
  renewed: "has been renewed",
  changed: "has changed",
  goes_on: "goes on",
  kept: "stays as it is",
  booked: "has booked dates for you",
  paused: "is paused",
  cancelled: "is cancelled",
  ended: "is over",
  ending: "ends soon",
  payment_failed: "could not be renewed yet",
  unconfirmed: "waits for your bank",
  plan_changed: "has changed",
  change_planned: "will change",
  trial_ends: "is free for a few more days",
  renews: "will be renewed soon",
};

/** Returns what a mail about a membership is known by, so that it is written once. */
const mailKey = ({ id }: Pick<Membership, "id">, { about, key }: Pick<MembershipNews, "about" | "key">): string =>
  `membership:${id}:${about}:${key}`;

/** Returns what is mailed of a membership that the instructor lets run to its end. */
export function endsLater(
  { title, accessUntil }: Pick<Membership, "title" | "accessUntil">,
  { settings }: MailServices,
): Pick<MembershipNews, "about" | "text"> {
  const last = accessUntil && lastDayOf(accessUntil, settings.siteTimeZone);
  return { about: "cancelled", text: `Your membership “${title}” ends after ${last}.` };
}

/** Returns what is mailed of a membership that is paused. */
export function pausedNews(
  { title, source, resumesAt }: Pick<Membership, "title" | "source" | "resumesAt">,
  zone: string,
): Pick<MembershipNews, "about" | "text"> {
  const text =
    `Your membership “${title}” is paused until ${resumesAt && lastDayOf(resumesAt, zone)}. Its end moves by that time. ` +
    (source === "stripe" ? "Nothing is charged meanwhile. " : "") +
    "What you have booked stays booked.";
  return { about: "paused", text };
}

/** Tells a member what has become of their membership. */
export async function mailMembership(
  tx: Transaction,
  { settings }: MailServices,
  membership: Membership,
  { about, key, text, reason }: MembershipNews,
): Promise<void> {
  const member = one(await tx.select().from(users).where(eq(users.id, membership.userId)), "user");
  const { accessUntil } = membership;
  await enqueueMail(tx, {
    template: "membership-news",
    to: member.email,
    dedupeKey: mailKey(membership, { about, key }),
    replyTo: settings.adminEmail,
    props: {
      site: siteFacts(settings),
      firstName: member.fullName.split(" ")[0] ?? "",
      membership: membership.title,
      headline: subjects[about],
      text,
      until: accessUntil && lastDayOf(accessUntil, settings.siteTimeZone),
      ...(reason && { reason }),
      membershipUrl: settings.siteUrl + myMembershipPath,
    },
  });
}

/** Tells the instructor that a member has cancelled or goes on after all. */
export async function mailLeaving(
  tx: Transaction,
  { settings }: MailServices,
  membership: Membership,
  { key, isUndone, leaveReason }: { key: string; isUndone: boolean; leaveReason: string | null },
): Promise<void> {
  const member = one(await tx.select().from(users).where(eq(users.id, membership.userId)), "user");
  const { accessUntil } = membership;
  await enqueueMail(tx, {
    template: "admin-membership-leaving",
    to: settings.adminEmail,
    dedupeKey: `membership:${membership.id}:admin:${key}`,
    replyTo: member.email,
    props: {
      site: siteFacts(settings),
      member: { name: member.fullName, email: member.email },
      membership: membership.title,
      isUndone,
      until: accessUntil && lastDayOf(accessUntil, settings.siteTimeZone),
      ...(leaveReason && { leaveReason }),
      membershipUrl: `${settings.siteUrl}/admin/memberships/members/${membership.id}`,
    },
  });
}
