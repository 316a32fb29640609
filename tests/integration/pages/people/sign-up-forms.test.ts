import { password } from "../../../support/accounts";
import { noteOf, signInForm, test, valueOf } from "../../../support/account-forms-http";
import { textOf } from "../../../support/browser-without-javascript";
import { messageOn } from "../../../support/page-parts";
import { linkNamed, newestMailedLink } from "../../../support/recordings-http";
import { expect } from "../../../support/site-over-http";

const newcomer = { firstName: "Hannah", lastName: "Okafor", email: "hannah@example.com", password };

test("keeps the typed values except the password, and shows what is wrong", async ({ browser }) => {
  const form = await browser.open("/sign-in?tab=sign-up");
  const page = await browser.submit(form, { ...newcomer, lastName: "", password: "abc" }, signInForm);
  expect(page.status).toBe(422);
  expect(noteOf(page, "lastName")).toBe("Enter your last name");
  expect(noteOf(page, "password")).toBe("Password must be at least 6 characters long.");
  expect(["firstName", "email", "password"].map((name) => valueOf(page, name))).toEqual(["Hannah", newcomer.email, ""]);
});

test("says that a name is too long, and that email and password are needed", async ({ browser }) => {
  const form = await browser.open("/sign-in?tab=sign-up");
  const long = await browser.submit(form, { ...newcomer, firstName: "a".repeat(300) }, signInForm);
  expect(noteOf(long, "firstName")).toBe("Please keep it to 100 characters");
  expect(messageOn(long)).toBeFalsy();
  const missing = await browser.submit(form, { ...newcomer, password: "" }, signInForm);
  expect(missing.status).toBe(422);
  expect(messageOn(missing)).toBe("Error You must provide either an email or phone number and a password.");
  expect(valueOf(missing, "firstName")).toBe("Hannah");
});

test("refuses a common password beside its field, and keeps the other values", async ({ browser }) => {
  const form = await browser.open("/sign-in?tab=sign-up");
  const page = await browser.submit(form, { ...newcomer, password: "password1" }, signInForm);
  expect(page.status).toBe(422);
  expect(noteOf(page, "password")).toContain("This is one of the most common passwords. Please choose another one.");
  expect(["firstName", "email", "password"].map((name) => valueOf(page, name))).toEqual(["Hannah", newcomer.email, ""]);
});

test("answers a taken address like a new one, and accepts a confirmation link once", async ({
  browser,
  account,
  server,
}) => {
  for (const email of [account.email, newcomer.email]) {
    const page = await browser.submit(await browser.open("/sign-in?tab=sign-up"), { ...newcomer, email }, signInForm);
    expect(textOf(page, "h1")).toBe("Confirm your email");
    expect(messageOn(page)).toContain("Account created successfully Please check your email to confirm your account");
  }
  await newestMailedLink(server, account.email, "reset-password");
  const link = await newestMailedLink(server, newcomer.email, "verify-email");
  await browser.submit(await browser.open(link));
  const again = await browser.open(link);
  expect([again.status, textOf(again, "main [role=alert]")]).toEqual([
    410,
    "This link has expired or has already been used.",
  ]);
  expect(linkNamed(again, "Go to Sign In")).toBe("/sign-in");
});
