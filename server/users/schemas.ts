import { z } from "zod";
import { email, name, newPassword } from "../accounts/schemas";
import { formVersion } from "../form-version";
import { oneOf } from "../orders/schemas";

/** Part of a name or an address, and the page of what is found. */
export const userQuery = z.object({
  search: z.string().trim().max(200).catch(""),
  /** The newest first where nothing else is chosen. */
  sort: oneOf("since", "name", "-name"),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

export const userRef = z.object({ id: z.uuid() });

export const subscriptionStatuses = ["free", "active", "paused", "cancelled"] as const;

/** The edit form. */
export const userForm = z.object({
  fullName: name("Enter a name"),
  email,
  subscriptionStatus: z.enum(subscriptionStatuses, { error: "Choose a status" }),
  version: formVersion,
});
export const userChange = userForm.extend({ id: z.uuid() });

const passwordMissing = "Enter a password";

/** "Set password". */
export const userPasswordForm = z.object({
  password: z
    .string({ error: passwordMissing })
    .min(1, passwordMissing)
    .pipe(newPassword("Password must be at least 6 characters")),
});
export const userPassword = userPasswordForm.extend({ id: z.uuid() });

/** "Delete user": whether the money for what goes along goes back. */
export const userDeletionForm = z.object({
  refund: z.enum(["yes", "no"]),
  reason: z.string().trim().max(500, "Say it in 500 characters at most").optional(),
});
export const userDeletion = userDeletionForm.extend({ id: z.uuid() });
