import { typedEmail } from "./email-address";
import { typedName } from "./input-schemas";

export const contactMessages = {
  firstName: "Enter your first name",
  lastName: "Enter your last name",
  email: "Enter a full email address",
} as const;

/** What a guest types about themselves in a form. */
export const typedContact = {
  firstName: typedName(contactMessages.firstName),
  lastName: typedName(contactMessages.lastName),
  email: typedEmail(contactMessages.email),
};
