import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { MediaKind } from "@server/platform/media/media-kinds";
import { z, type ZodType } from "zod";
import { errorToast } from "~/lib/toast";
import { apiFor, load } from "~/server/api.server";
import { parseForm, readUpload, refuse } from "~/server/form.server";

type RefusalArguments = Parameters<typeof refuse>;
type Submission = RefusalArguments[0] & { payload: Record<string, unknown> };

type FileForm<Schema extends ZodType> = {
  /** The file fields, by name. The schema has the id of each file under that name plus "Id". */
  kinds: Record<string, MediaKind>;
  schema: Schema;
  /** Changes the fields before the schema reads them. */
  prepare?: (fields: URLSearchParams) => void;
};

/** Reads a form and stores its files. `failure`: how it is refused if one of them can't be stored. Throws a Response. */
export async function readFileForm<Schema extends ZodType>(
  args: ActionFunctionArgs,
  { kinds, schema, prepare }: FileForm<Schema>,
) {
  const { fields, files } = await readUpload(args, kinds);
  const errors: Record<string, [string]> = {};
  for (const [name, received] of files) {
    if (received.ok) fields.set(`${name}Id`, received.file.id);
    else errors[name] = [received.message];
  }
  prepare?.(fields);
  const submission = parseForm(fields, schema);
  const ids = Object.keys(kinds).map((name) => `${name}Id`);
  const refuseKeepingFiles = (refusal: RefusalArguments[1]) => refuseWithFiles(args, submission, ids, refusal);
  const [failed] = Object.entries(errors);
  const failure = failed && { status: 422, toast: uploadFailed(failed[0], failed[1][0]), errors };
  return { fields, submission, failure, refuseKeepingFiles };
}

function uploadFailed(name: string, message: string) {
  const what = name === "video" || name === "sound" ? `Error uploading ${name}` : "Upload failed";
  return errorToast(`${what}: ${message}`);
}

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
