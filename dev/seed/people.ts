import { hashPassword } from "@server/accounts/hash-password";
import type { Transaction } from "@db/client";
import { one } from "@db/one";
import { users } from "@db/schema";

/** Also named in the banner and the README. */
const demoPassword = "breathe-demo";

export type Person = { firstName: string; lastName: string; email: string };

export const member: Person = { firstName: "Hannah", lastName: "Okafor", email: "member@example.com" };

export const collector: Person = { firstName: "Ada", lastName: "Lindholm", email: "collector@example.com" };

const names = [
  "Tomas Lindqvist",
  "Priya Raman",
  "Maeve Donnelly",
  "Aisha Bello",
  "Jon Whitcombe",
  "Inês Carvalho",
  "Rosa Vidal",
  "Niamh Gallagher",
  "Oliver Hartley",
  "Yuki Tanaka",
  "Samira Haddad",
  "Ewa Kowalska",
  "Ben Achterberg",
  "Charlotte Reyes",
  "Leila Farouk",
  "Martha Pryce-Jones",
  "Dominic Osei",
  "Freya Sørensen",
  "Anjali Mehta",
  "Kate O’Brien",
  "Lucía Ortega",
  "Theo Papadakis",
  "Grace Abara",
  "Wren Ashdown",
];

export const guests: Person[] = names.map((name) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  const mailbox = `${firstName}.${lastName}`
    .normalize("NFD")
    .replaceAll("ø", "o")
    .replace(/[^a-zA-Z.-]/g, "")
    .toLowerCase();
  return { firstName, lastName, email: `${mailbox}@example.com` };
});

export function guestAt(index: number): Person {
  const guest = guests[index % guests.length];
  if (!guest) throw new Error(`There is no guest ${index}.`);
  return guest;
}

export async function seedPeople(tx: Transaction, now: Date): Promise<{ memberId: string; collectorId: string }> {
  const admin = { firstName: "Clara", lastName: "Marsh", email: "admin@example.com" };
  await insertAccount(tx, admin, now, "admin");
  return { memberId: await insertAccount(tx, member, now), collectorId: await insertAccount(tx, collector, now) };
}

async function insertAccount(
  tx: Transaction,
  { firstName, lastName, email }: Person,
  now: Date,
  role: "member" | "admin" = "member",
): Promise<string> {
  const passwordHash = await hashPassword(demoPassword);
  const joinedAt = new Date(now.getTime() - 300 * 24 * 3_600_000);
  const rows = await tx
    .insert(users)
    .values({
      email,
      fullName: `${firstName} ${lastName}`,
      role,
      passwordHash,
      emailConfirmedAt: joinedAt,
      createdAt: joinedAt,
    })
    .returning({ id: users.id });
  return one(rows, "new account").id;
}
