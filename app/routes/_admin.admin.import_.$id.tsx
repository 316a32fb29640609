import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { bookingsPath, heldPassesPath, importPath, membersPath } from "~/features/admin/admin-paths";
import { ImportCheck } from "~/features/admin/imports/import-check";
import { listAddress } from "~/lib/list-address";
import { privateMeta } from "~/lib/page-meta";
import { errorToast, infoToast, successToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields } from "~/server/form.server";
import { agreedImportForm } from "~/server/schemas.server";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta = privateMeta("Check the import", "File not found");

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).imports.check({ id: idOf(args) }));

export async function action(args: ActionFunctionArgs) {
  const { imports } = adminApi(args);
  const id = idOf(args);
  const fields = await readFields(args.request);
  if (fields.get("intent") === "drop") {
    await load(imports.drop({ id }));
    return redirectWithToast(args, importPath, infoToast("Nothing was imported"));
  }
  const submission = parseForm(fields, agreedImportForm);
  const agreed = submission.status === "success" ? submission.value : { digest: "", leavesOut: false };
  const done = await attemptLogged(args, imports.run({ id, ...agreed }));
  if (!done.ok) {
    const back = done.code === "not_found" ? importPath : `${importPath}/${id}`;
    return redirectWithToast(args, back, errorToast("Nothing was imported", done.message));
  }
  const { bookings, customers, passes, members, at } = done.value;
  if (members > 0) {
    return redirectWithToast(args, membersPath, successToast("Imported", countOf(members, "member")));
  }
  if (customers > 0) {
    return redirectWithToast(args, importPath, successToast("Imported", countOf(customers, "customer")));
  }
  if (passes > 0) {
    const text = passes === 1 ? "1 pass was added." : `${passes} passes were added.`;
    return redirectWithToast(args, heldPassesPath, successToast("Imported", text));
  }
  const address = listAddress(bookingsPath, { imported: at.toISOString() });
  return redirectWithToast(args, address, successToast("Imported", countOf(bookings, "booking")));
}

const countOf = (count: number, what: string): string =>
  count === 1 ? `1 ${what} was added.` : `${count} ${what}s were added.`;

export default function ImportCheckPage() {
  return <ImportCheck check={useLoaderData<typeof loader>()} />;
}

export { AdminErrorScreen as ErrorBoundary };
