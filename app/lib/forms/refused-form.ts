import type { SubmissionResult } from "@conform-to/react";
import type { Conflict } from "./conflict";
import type { Toast } from "../toast";

/** The server's answer to a form that it did not take. */
export type RefusedForm = {
  reply: SubmissionResult<string[]>;
  toast: Toast | null;
  /** Somebody else has saved meanwhile. */
  conflict?: Conflict | undefined;
};
