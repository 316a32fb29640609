import type { SessionUser } from "../core/context";

export type Contact = { firstName: string; lastName: string; email: string };

export type Member = Pick<SessionUser, "email" | "fullName">;

const longestName = 100;

/** How a member is booked unless she says otherwise: by her account's name, else by her address up to the "@". */
export function contactOfMember({ fullName, email }: Member): Contact {
  const [first, ...others] = fullName.trim().split(/\s+/);
  const firstName = first || email.split("@")[0]!;
  return { firstName: firstName.slice(0, longestName), lastName: others.join(" ").slice(0, longestName), email };
}
