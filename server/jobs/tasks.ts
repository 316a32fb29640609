import type { Task, TaskList } from "graphile-worker";
import { sendAccountLink } from "../accounts/mailed-links";
import { inLogScope } from "../core/log";
import { deliverMail } from "../mail/deliver-mail";
import { removeFile } from "../media/media-files";
import { reconcilePayments } from "../payments/reconcile";
import { releaseUnpaid } from "../payments/release";
import { sendRefund } from "../payments/send-refund";
import type { Services } from "../core/services";
import { endOffer } from "../waitlist/offers";
import type { JobPayloads, TaskName } from "./enqueue-job";

type Tasks = { [Task in TaskName]: (payload: JobPayloads[Task]) => Promise<void> };

/** Tasks must be idempotent: a job runs at least once. */
export function tasksFor(services: Services): TaskList {
  const tasks: Tasks = {
    "deliver-mail": ({ mailId }) => deliverMail(services, mailId),
    "end-offer": (offer) => endOffer(services, offer),
    "reconcile-payments": async () => void (await reconcilePayments(services)),
    "release-hold": async (cause) => void (await releaseUnpaid(services, cause)),
    "release-purchase": async (cause) => void (await releaseUnpaid(services, cause)),
    "remove-file": ({ fileId }) => removeFile(services, fileId),
    "send-account-link": (request) => sendAccountLink(services, request),
    "send-refund": ({ refundId }) => sendRefund(services, refundId),
  };
  return scopedTasks(tasks as TaskList);
}

export const scopedTasks = (tasks: TaskList): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, run]): [string, Task] => [
      task,
      (payload, helpers) => inLogScope({ jobId: helpers.job.id, task }, () => run?.(payload, helpers)),
    ]),
  );
