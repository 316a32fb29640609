import { hashPassword } from "@server/accounts/hash-password";
import type { Transaction } from "../client";
import { users } from "../schema";

/** Of both demo accounts; the banner and the README say so too. */
const demoPassword = "breathe-demo";

export type Person = { firstName: string; lastName: string; email: string };

export const member: Person = { firstName: "Hannah", lastName: "Okafor", email: "member@example.com" };

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

/** People who booked without an account. */
export const guests: Person[] = names.map((name) => {
  const [firstName = "", lastName = ""] = name.split(" ");
  const mailbox = `${firstName}.${lastName}`
    .normalize("NFD")
    .replaceAll("ø", "o")
    .replace(/[^a-zA-Z.-]/g, "")
    .toLowerCase();
  return { firstName, lastName, email: `${mailbox}@example.com` };
});

/** Makes the two accounts that can sign in; answers the member's id. */
export async function seedPeople(tx: Transaction, now: Date): Promise<{ memberId: string }> {
  const account = { passwordHash: await hashPassword(demoPassword), emailConfirmedAt: now, createdAt: now };
  await tx.insert(users).values({ ...account, email: "admin@example.com", fullName: "Clara Marsh", role: "admin" });
  const [row] = await tx
    .insert(users)
    .values({
      ...account,
      passwordHash: await hashPassword(demoPassword),
      email: member.email,
      fullName: `${member.firstName} ${member.lastName}`,
    })
    .returning({ id: users.id });
  return { memberId: row!.id };
}
