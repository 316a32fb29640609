import { and, asc, desc, isNull, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { alphabetical } from "@db/schema/columns";
import { users } from "@db/schema";
import { type Page, pageLength, pageOf } from "../core/pagination";
import type { MemberContext } from "../core/context";
import type { userQuery } from "./schemas";
import { dayOf } from "../core/dates";

type ListedUser = {
  id: string;
  fullName: string;
  email: string;
  isConfirmed: boolean;
  role: "member" | "admin";
  subscriptionStatus: string;
  since: string;
};

export async function listUsers(
  { db, visitor }: MemberContext,
  { search, sort, page: wanted }: z.infer<typeof userQuery>,
): Promise<{ users: ListedUser[]; page: Page }> {
  const isMeant = and(isNull(users.archivedAt), search ? or(has(users.fullName), has(users.email)) : undefined);
  function has(column: typeof users.fullName | typeof users.email) {
    return sql`strpos(lower(${column}), lower(${search})) > 0`;
  }
  const { page, offset } = pageOf(wanted, await db.$count(users, isMeant));
  const turned = sort === "since" || sort === "name" ? asc : desc;
  const rows = await db
    .select()
    .from(users)
    .where(isMeant)
    .orderBy(turned(sort.endsWith("name") ? alphabetical(sql`${users.fullName}`) : users.createdAt), turned(users.id))
    .limit(pageLength)
    .offset(offset);
  return {
    page,
    users: rows.map(({ id, fullName, email, emailConfirmedAt, role, subscriptionStatus, createdAt }) => ({
      id,
      fullName,
      email,
      isConfirmed: emailConfirmedAt !== null,
      role,
      subscriptionStatus,
      since: dayOf(createdAt, visitor.timeZone),
    })),
  };
}
