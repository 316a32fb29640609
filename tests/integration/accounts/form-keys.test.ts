import { randomUUID } from "node:crypto";
import { formKeys, keptForms } from "@db/schema";
import { forgetExpired } from "@server/office/operations/forget-expired";
import { keepForm } from "@server/core/kept-forms";
import { aSignUpForm, anAccount, mailsTo, refusalOf } from "../../support/accounts";
import { aBookingOf, aSession } from "../../support/sessions";
import { expect, test, type TestApp } from "../../support/test-app";

type Keys = { formKey?: string };

/** Forms that write a mail, with the number of mails once all jobs have run. */
const forms = {
  "a sign-in link": async (app: TestApp) => {
    const { email } = await anAccount(app.db);
    return { email, post: (keys: Keys) => app.as().accounts.requestSignInLink({ email, ...keys }) };
  },
  "a reset link": async (app: TestApp) => {
    const { email } = await anAccount(app.db);
    return { email, post: (keys: Keys) => app.as().accounts.requestPasswordReset({ email, ...keys }) };
  },
  "a new account": (app: TestApp) => {
    const newcomer = aSignUpForm();
    const post = (keys: Keys) => app.as().accounts.signUp({ ...newcomer, ...keys });
    return Promise.resolve({ email: newcomer.email, post });
  },
  "the admin's reset link": async (app: TestApp) => {
    const { id, email } = await anAccount(app.db);
    const user = await anAccount(app.db, { role: "admin" });
    return { email, post: (keys: Keys) => app.as({ user }).users.sendReset({ id, ...keys }) };
  },
};

test.for(Object.entries(forms))(
  "%s is mailed once for a form that is posted twice at once",
  async ([, form], { app }) => {
    const { email, post } = await form(app);
    const formKey = randomUUID();
    const [first, second] = await Promise.all([post({ formKey }), post({ formKey })]);
    expect(second).toEqual(first);
    await post({ formKey });
    await app.runJobs();
    expect(await mailsTo(app, email)).toHaveLength(1);
  },
);

test.for(Object.entries(forms))("%s is mailed twice without a form key (control run)", async ([, form], { app }) => {
  const { email, post } = await form(app);
  await Promise.all([post({}), post({})]);
  await app.runJobs();
  expect(await mailsTo(app, email)).toHaveLength(2);
});

test("treats a form as new when it is changed and posted again", async ({ app }) => {
  const [first, second] = [await anAccount(app.db), await anAccount(app.db)];
  const formKey = randomUUID();
  await app.as().accounts.requestSignInLink({ email: first.email, formKey });
  await app.as().accounts.requestSignInLink({ email: second.email, formKey });
  await app.runJobs();
  expect(await mailsTo(app, second.email)).toHaveLength(1);
});

test("tells another account nothing about a booking by its form key", async ({ app }) => {
  const session = await aSession(app.db, { priceMinor: 0 });
  const [first, second] = [await anAccount(app.db), await anAccount(app.db)];
  const input = aBookingOf(session);
  const booked = await app.as({ user: first }).bookings.create(input);
  expect(await app.as({ user: first }).bookings.create(input)).toEqual(booked);
  const refusal = { code: "closed", message: "This form has already been sent. Please open it again." };
  expect(await refusalOf(app.as({ user: second }).bookings.create(input))).toEqual(refusal);
  expect(await refusalOf(app.as().bookings.create(input))).toEqual(refusal);
});

test("deletes form keys after a week and kept forms after an hour", async ({ app }) => {
  const { id, email } = await anAccount(app.db);
  await app.as().accounts.requestSignInLink({ email, formKey: randomUUID() });
  await keepForm(app.services, { userId: id, address: "/dashboard/settings", fields: [["fullName", "Maeve"]] });
  const counts = async () => [await app.db.$count(formKeys), await app.db.$count(keptForms)];
  app.clock.moveBy(59);
  await forgetExpired(app.services);
  expect(await counts()).toEqual([1, 1]);
  app.clock.moveBy(2 * 60);
  await forgetExpired(app.services);
  expect(await counts()).toEqual([1, 0]);
  app.clock.moveBy(8 * 24 * 60);
  await forgetExpired(app.services);
  expect(await counts()).toEqual([0, 0]);
});
