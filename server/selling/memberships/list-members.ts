import type { Queryable } from "@db/client";
import { type Membership, memberships, membershipTerms, products, users } from "@db/schema";
import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import type { Context } from "../../core/context";
import { dayOf } from "../../core/dates";
import { shownEmail } from "../../core/email-address";
import { countFound, type Page, pageOf } from "../../core/pagination";
import { isContained } from "../../core/search";
import { describePeriod } from "./show-membership";
import type { MemberQuery } from "./schemas";

export type ListedMember = {
  id: string;
  member: string;
  email: string;
  title: string;
  period: string;
  joinedOn: string;
  source: Membership["source"];
  state: Membership["state"];
  isOver: boolean;
};

type MemberList = { members: ListedMember[]; plans: { value: string; label: string }[]; page: Page };

/** Lists memberships with their members, the newest first. Of those that are over, only if they are asked for. */
export async function listMembers(ctx: Context, query: MemberQuery): Promise<MemberList> {
  const { db, visitor } = ctx;
  const isOverState = query.state === "expired" || query.state === "cancelled";
  const condition = and(
    query.plan === "" ? undefined : eq(memberships.productId, query.plan),
    query.state === "" ? undefined : eq(memberships.state, query.state),
    isOverState ? undefined : isNull(memberships.endedAt),
    query.search === ""
      ? undefined
      : or(isContained(query.search, users.fullName), isContained(query.search, users.email)),
  );
  const found = db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(condition);
  const { page, limit, offset } = pageOf(query.page, await countFound(db, found));
  const rows = await db
    .select({ membership: memberships, user: { name: users.fullName, email: users.email } })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(condition)
    .orderBy(desc(memberships.createdAt), desc(memberships.id))
    .limit(limit)
    .offset(offset);
  const listed = rows.map(({ membership, user }) => ({
    id: membership.id,
    title: membership.title,
    source: membership.source,
    state: membership.state,
    member: user.name,
    email: shownEmail(user.email),
    isOver: membership.endedAt !== null,
    period: describePeriod(membership, ctx),
    joinedOn: dayOf(membership.startedAt ?? membership.createdAt, visitor.timeZone),
  }));
  return { members: listed, plans: await listChoices(db), page };
}

const listChoices = (db: Queryable): Promise<MemberList["plans"]> =>
  db
    .select({ value: products.id, label: products.title })
    .from(products)
    .innerJoin(membershipTerms, eq(membershipTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
