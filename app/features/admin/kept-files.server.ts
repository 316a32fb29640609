import { type ActionFunctionArgs, data } from "@remix-run/node";
import { z } from "zod";
import { apiFor, load } from "~/server/api.server";
import { refuse } from "~/server/form.server";

type RefusalArguments = Parameters<typeof refuse>;
type Submission = RefusalArguments[0] & { payload: Record<string, unknown> };

/** Refuses a form and keeps its uploaded files, whose ids are in `names`, so that they need not be chosen again. */
export async function refuseWithFiles(
  args: ActionFunctionArgs,
  submission: Submission,
  names: string[],
  refusal: RefusalArguments[1],
) {
  const refused = refuse(submission, refusal);
  const ids = names.flatMap((name) => z.uuid().safeParse(submission.payload[name]).data ?? []);
  const files = ids.length > 0 ? await load(apiFor(args).recordings.library.files({ ids })) : [];
  return data({ ...refused.data, files }, refused.init ?? {});
}
