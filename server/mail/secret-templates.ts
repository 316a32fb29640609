import type { TemplateName } from "./templates";

/** Letters with a link that lets in whoever has it: they are read by whom they were sent to, and by nobody else. */
const secret: readonly string[] = [
  "account-exists",
  "change-email",
  "reset-password",
  "sign-in-link",
  "verify-email",
] satisfies TemplateName[];

export const isSecret = (template: string): boolean => secret.includes(template);
