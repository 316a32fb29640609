import type { Queryable } from "@db/client";
import { memberships, membershipTerms, products, users } from "@db/schema";
import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import type { Context } from "../../../core/context";
import { shownEmail } from "../../../core/email-address";
import { countFound, type Page, pageOf } from "../../../core/pagination";
import { isContained } from "../../../core/search";
import { type MembershipSummary, summarize } from "../show/show-membership";
import type { MemberQuery } from "../schemas";

export type ListedMember = MembershipSummary & { member: string; email: string };

type MemberList = { members: ListedMember[]; plans: { value: string; label: string }[]; page: Page };

/** Lists memberships with their members, the newest first. Of those that are over, only if they are asked for. */
export async function listMembers(ctx: Context, query: MemberQuery): Promise<MemberList> {
  const { db } = ctx;
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
    ...summarize(membership, ctx),
    member: user.name,
    email: shownEmail(user.email),
  }));
  return { members: listed, plans: await listChoices(db), page };
}

const listChoices = (db: Queryable): Promise<MemberList["plans"]> =>
  db
    .select({ value: products.id, label: products.title })
    .from(products)
    .innerJoin(membershipTerms, eq(membershipTerms.productId, products.id))
    .orderBy(asc(products.createdAt), asc(products.id));
