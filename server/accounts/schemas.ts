import { z } from "zod";
import { typedLine, typedName } from "../core/input-schemas";
import { typedEmail } from "../core/email-address";
import { consentBox } from "../platform/mail/consents";

const longestPassword = 200;

export const email = typedEmail("Enter a full email address");

export const newPassword = (message: string) =>
  z.string({ error: message }).min(6, message).max(longestPassword, "Choose a shorter password");

const mismatch = "Please make sure both passwords match.";
export const tooShort = "Password should be at least 6 characters long.";

const typedPassword = (message: string) => z.string({ error: message }).min(1, message).max(longestPassword, message);

/** An address that is validated later; anything but a path of ours is dropped silently. */
const returnTo = z.string().nullish();
const token = z.string().max(200);
const formKey = z.uuid().optional();

export const signUpForm = z.object({
  firstName: typedName("Enter your first name"),
  lastName: typedName("Enter your last name"),
  email,
  password: newPassword("Password must be at least 6 characters long."),
  announcements: consentBox,
  returnTo,
  formKey,
});
export type NewAccount = z.infer<typeof signUpForm>;

export const setUpForm = z.object({ code: typedPassword("Enter the code"), fullName: typedName("Enter your name") });

export const signInForm = z.object({ email, password: typedPassword("Enter your password"), returnTo });
export type Credentials = z.infer<typeof signInForm>;

export const resetForm = z.object({ email, formKey });

export const signInLinkForm = z.object({ email, returnTo, formKey });

export const secondFactorForm = z.object({
  code: z.string({ error: "Enter the code" }).trim().min(1, "Enter the code").max(100),
});

export const holderForm = z.object({ currentPassword: z.string().max(longestPassword).default("") });

export const holderCodeForm = secondFactorForm.extend(holderForm.shape);

export const newPasswordForm = z
  .object({
    newPassword: newPassword(tooShort),
    confirmPassword: z.string({ error: mismatch }),
    currentPassword: z.string().max(longestPassword).optional(),
  })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], error: mismatch });

const sixCharacters = "Password must be at least 6 characters";

export const changePasswordForm = z
  .object({
    currentPassword: newPassword(sixCharacters),
    newPassword: newPassword(sixCharacters),
    confirmPassword: newPassword(sixCharacters),
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords don't match",
  });

const tokenPurpose = z.enum(["verify_email", "reset_password", "sign_in", "change_email"]);
export type TokenPurpose = z.infer<typeof tokenPurpose>;

export const tokenRef = z.object({ purpose: tokenPurpose, token });
export const verificationRef = z.object({ token });
/** The password is asked for in any browser but the one that signed up. */
export const verification = verificationRef.extend({ newPassword: newPassword(tooShort).optional() });
export const verificationForm = z
  .object({ newPassword: newPassword(tooShort), confirmPassword: z.string({ error: mismatch }) })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], error: mismatch });
export type Verification = z.infer<typeof verification>;
export const entryRef = z.object({ purpose: z.enum(["reset_password", "sign_in"]), token });
export type EntryPurpose = z.infer<typeof entryRef>["purpose"];

export const endedDevices = holderForm.extend({
  device: z
    .string()
    .max(100)
    .regex(/^\P{Cc}*$/u),
});

const whyMissing = "Enter why you need to see this account";

export const impersonationForm = z.object({
  userId: z.uuid(),
  reason: typedLine(300, whyMissing).min(3, whyMissing),
});
