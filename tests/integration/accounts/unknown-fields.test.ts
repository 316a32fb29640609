import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { aSignUpForm, anAccount } from "../../support/accounts";
import { expect, test } from "../../support/test-app";

/** What the table has, and no form of a visitor or a member. */
const unknown = {
  role: "admin",
  emailConfirmedAt: "2026-01-01T00:00:00.000Z",
  calendarKey: "known to a stranger",
};
const untouched = {
  role: "member",
  emailConfirmedAt: null,
  calendarKey: null,
};

test("ignores columns that are sent beside a form's fields", async ({ app }) => {
  const newcomer = { ...aSignUpForm(), ...unknown };
  await app.as().accounts.signUp(newcomer);
  const signedUp = await app.db.select().from(users).where(eq(users.email, newcomer.email));
  expect(signedUp).toMatchObject([untouched]);
  const user = await anAccount(app.db, { emailConfirmedAt: null });
  const profile = { fullName: "Hannah O", timeZone: null, currency: null, hasReminders: true, ...unknown };
  await app.as({ user }).profile.update(profile);
  const changed = await app.db.select().from(users).where(eq(users.id, user.id));
  expect(changed).toMatchObject([{ ...untouched, fullName: "Hannah O" }]);
});
