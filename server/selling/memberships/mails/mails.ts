import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { type Membership, users } from "@db/schema";
import { eq } from "drizzle-orm";
import { myMembershipPath } from "../../../core/paths";
import type { Services } from "../../../core/services";
import { enqueueMail } from "../../../platform/mail/outbox";
import { siteFacts } from "../../../platform/mail/templates";
import { lastDayOf } from "../../../catalogue/passes/period";
import { cancelledNews, goesOnNews, type News } from "./news";

type MailServices = Pick<Services, "settings">;

/** What is mailed about a membership. */
type MembershipNews = News & {
  /** What tells this mail from others about the same membership. */
  key: string;
  reason?: string;
};

const subjects: Record<News["about"], string> = {
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

/** Tells a member and the instructor that a membership was cancelled, or goes on after all; `key` is that of both mails. */
export async function mailLeaving(
  tx: Transaction,
  services: MailServices,
  membership: Membership,
  key: string,
): Promise<void> {
  const { settings } = services;
  const { accessUntil, leaveReason } = membership;
  const isUndone = membership.state !== "cancelled";
  const news = (isUndone ? goesOnNews : cancelledNews)(membership, settings.siteTimeZone);
  await mailMembership(tx, services, membership, { ...news, key });
  const member = one(await tx.select().from(users).where(eq(users.id, membership.userId)), "user");
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
