import { z } from "zod";
import { email, newPassword } from "../../accounts/schemas";
import { formVersion } from "../../core/forms";
import { oneOf, pageNumber } from "../../core/pagination";
import { searchText, typedLine, typedName, typedText } from "../../core/input-schemas";

export const userQuery = z.object({
  search: searchText,
  sort: oneOf("since", "name", "-name"),
  page: pageNumber,
});

export const userRef = z.object({ id: z.uuid() });
export const userReset = userRef.extend({ formKey: z.uuid().optional() });

export const subscriptionStatuses = ["free", "active", "paused", "cancelled"] as const;

export const userForm = z.object({
  fullName: typedName("Enter a name"),
  email,
  subscriptionStatus: z.enum(subscriptionStatuses, { error: "Choose a status" }),
  version: formVersion,
});
export const userChange = userForm.extend({ id: z.uuid() });

const passwordMissing = "Enter a password";

export const userPasswordForm = z.object({
  password: z
    .string({ error: passwordMissing })
    .min(1, passwordMissing)
    .pipe(newPassword("Password must be at least 6 characters")),
});
export const userPassword = userPasswordForm.extend({ id: z.uuid() });

export const userDeletionForm = z.object({
  refund: z.enum(["yes", "no"]),
  reason: typedText(500).optional(),
});
export const userDeletion = userDeletionForm.extend({ id: z.uuid() });

export const peopleQuery = z.object({ search: searchText, sort: oneOf("last", "name", "-name"), page: pageNumber });
export const peopleExport = z.object({
  after: z
    .object({ isGuest: z.boolean(), address: z.string().max(320) })
    .nullable()
    .default(null),
});

const newsletterFields = { subject: typedLine(150, "Enter a subject"), text: typedText(20_000, "Write your message") };

export const newsletter = z.object({ ...newsletterFields, formKey: z.uuid() });
/** `agreed` names the message whose preview was seen. */
export const newsletterForm = newsletter.extend({ agreed: z.string().max(100).optional() });

export const consentQuery = z.object({ search: searchText, page: pageNumber });
export const consentsExport = z.object({ after: typedLine(320).nullable().default(null) });

export const personRef = z.object({ key: z.union([z.uuid(), z.string().regex(/^[0-9a-f]{32}$/)]) });

export const personNoteForm = z.object({ note: typedText(5000).default(""), version: formVersion });
export const personNoteChange = personNoteForm.extend({ key: personRef.shape.key });
