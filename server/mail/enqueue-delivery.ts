import type { Queryable } from "@db/client";
import { enqueueJob } from "../jobs/enqueue-job";
import { isSecret } from "./secret-templates";
import type { TemplateName } from "./templates";

/** Written to everybody of a session at once. */
const toMany: readonly string[] = [
  "attendee-message",
  "recording-available",
  "session-cancelled",
  "session-changed",
  "session-reminder",
] satisfies TemplateName[];

/** Enqueues the job that sends a mail; one that waits already is moved. */
export async function enqueueDelivery(
  tx: Queryable,
  { id, template }: { id: string; template: string },
  { runAt }: { runAt?: Date } = {},
): Promise<void> {
  await enqueueJob(
    tx,
    "deliver-mail",
    { mailId: id },
    { jobKey: deliveryKey(id), priority: priorityOf(template), ...(runAt && { runAt }) },
  );
}

export const deliveryKey = (mailId: string): string => `deliver-mail:${mailId}`;

/** Lower goes first: somebody waits for a sign-in link in front of the screen, and for a confirmation too. */
function priorityOf(template: string): number {
  if (isSecret(template)) return -10;
  return toMany.includes(template) ? 10 : 0;
}
