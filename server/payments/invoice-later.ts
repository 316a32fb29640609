import type { Queryable } from "@db/client";
import { enqueueJob } from "../platform/jobs/enqueue-job";
import type { PayableRef } from "./payable-ref";

/** Enqueues the documents of an order, once the caller's transaction is over. Call it where money comes or goes back. */
export const invoiceLater = (tx: Queryable, { kind, id }: PayableRef): Promise<void> =>
  enqueueJob(tx, "issue-invoices", { kind, id }, { jobKey: `issue-invoices:${kind}:${id}` });
