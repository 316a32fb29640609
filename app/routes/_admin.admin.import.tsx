import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { importPath } from "~/features/admin/admin-paths";
import { ImportForm } from "~/features/admin/imports/import-form";
import { ImportHelp } from "~/features/admin/imports/import-help";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { attemptLogged, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { parseForm, readCsvForm, refuse, refuseCall } from "~/server/form.server";
import { importForm } from "~/server/schemas.server";
import { PageHead } from "~/ui/page-head";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Import");

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).imports.getForm());

export async function action(args: ActionFunctionArgs) {
  const { imports } = adminApi(args);
  const { fields, file } = await readCsvForm(args);
  const submission = parseForm(fields, importForm);
  if (!file.ok) return refuse(submission, { status: 422, errors: { file: [file.message] } });
  if (submission.status !== "success") return refuse(submission);
  const { fileName, text, isGuessed } = file;
  const kept = await attemptLogged(args, imports.keep({ ...submission.value, fileName, text, isGuessed }));
  if (!kept.ok) return refuseCall(submission, kept, "The file could not be read");
  return redirect(`${importPath}/${kept.value.id}`);
}

export default function ImportPage() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  return (
    <>
      <PageHead
        title="Import"
        lede="Bring bookings, passes, members or a list of customers from another system. First the file is checked: nothing changes until you have seen what it would add."
      />
      <ImportForm {...loaded} refused={refused} />
      <ImportHelp />
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
