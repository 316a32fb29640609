import type { Transaction } from "@db/client";
import { enqueueJob } from "../../../platform/jobs/enqueue-job";

/** Lets the standing places of members take what has become due: dates that are new, or that are paid for again. */
export const queueStandingPlaces = (tx: Transaction): Promise<void> =>
  enqueueJob(tx, "tend-standing-places", {}, { jobKey: "standing-places", queue: "tend-standing-places" });
