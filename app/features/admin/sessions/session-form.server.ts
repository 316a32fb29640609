import type { SubmissionResult } from "@conform-to/react";
import { data } from "@remix-run/node";
import { errorToast } from "~/lib/toast";
import { refuse } from "~/server/form.server";

type Submission = Pick<Parameters<typeof refuse>[0], "reply"> & { reply(): SubmissionResult<string[]> };
type Refusal = { status: number; message: string; field: string | undefined };

/** Shows the server's refusal, beside its field if it names one. */
export function refuseSession(submission: Submission, { status, message, field }: Refusal) {
  const toast = errorToast("Error", message);
  return refuse(submission, { status, toast, errors: field ? { [field]: [message] } : {} });
}

/** Shows the form again with what its button is to confirm, such as a series' dates. Nothing was refused. */
export const askAgain = <Question extends object>(submission: Submission, question: Question) =>
  data({ reply: submission.reply(), toast: null, ...question });
