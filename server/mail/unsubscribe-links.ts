import type { outboxEmails } from "@db/schema";
import type { Settings } from "../core/env";

type Keyed = Pick<typeof outboxEmails.$inferSelect, "id" | "unsubscribeKey">;

/** The page that asks whether to unsubscribe; undefined for a mail that does not announce anything. */
export function unsubscribeUrl({ id, unsubscribeKey }: Keyed, { siteUrl }: Settings): string | undefined {
  return unsubscribeKey === null ? undefined : `${siteUrl}${unsubscribePath({ id, key: unsubscribeKey })}`;
}

export const unsubscribePath = ({ id, key }: { id: string; key: string }): string => `/unsubscribe/${id}?key=${key}`;

/** What lets a mail program unsubscribe with one click (RFC 8058). */
export function unsubscribeHeaders(
  { id, unsubscribeKey }: Keyed,
  { siteUrl }: Settings,
): Record<string, string> | undefined {
  if (unsubscribeKey === null) return undefined;
  return {
    "List-Unsubscribe": `<${siteUrl}/unsubscribe/${id}/one-click?key=${unsubscribeKey}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
