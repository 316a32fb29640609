import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, userDeletionForm } from "~/api.server";
import { Choice } from "~/components/admin/choice";
import { ConfirmPage } from "~/components/admin/confirm-page";
import { ReasonField } from "~/components/admin/reason-field";
import { Notice } from "~/components/notice";
import { readForm, refuse } from "~/lib/form.server";
import { useIsPosting } from "~/lib/is-posting";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/session.server";

export { privateHeaders as headers } from "~/lib/headers";
export { UserErrorScreen as ErrorBoundary } from "~/components/admin/users/user-not-found";

export const meta: MetaFunction = ({ matches }) => privateMeta("Delete user", siteOf(matches));

export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  return load(apiFor(args).users.getDeletion({ id: args.params.id ?? "" }));
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const id = args.params.id ?? "";
  const submission = await readForm(args.request, userDeletionForm);
  if (submission.status !== "success") return refuse(submission, { status: 422 });
  const deleted = await attemptOrSay(args, apiFor(args).users.delete({ id, ...submission.value }), "Please try again.");
  if (!deleted.ok && deleted.code === "not_found") throw new Response(deleted.message, { status: 404 });
  if (!deleted.ok) {
    const toast = { kind: "error" as const, title: "Failed to delete user", text: deleted.message };
    return refuse(submission, { ...deleted, toast });
  }
  return redirectWithToast(args.context, "/admin/users", { kind: "success", title: "User deleted" });
}

export default function DeleteUserPage() {
  const { id, fullName, isMember, goes, hasMoney, obstacles } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  useToast(refused);
  const path = `/admin/users/${id}/delete`;
  const typed = refused?.reply.initialValue as { reason?: string; refund?: string } | undefined;
  return (
    <ConfirmPage
      title={`Delete the account of ${fullName}?`}
      back={`/admin/users/${id}`}
      action={path}
      isBusy={useIsPosting(path)}
      confirm={isMember && obstacles.length === 0 ? "Delete user" : null}
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>
        This can’t be undone. Name, address and everything personal go; bookings, purchases and payments stay in your
        books without a name.
      </p>
      {goes.length > 0 && (
        <ul className="grid list-disc gap-1 pl-5">
          {goes.map(({ id: key, text, money }) => (
            <li key={key}>
              {text}
              {money && ` (${money} paid)`}
            </li>
          ))}
        </ul>
      )}
      {!isMember && <Notice kind="warning">Admins delete their own account, in their profile.</Notice>}
      {obstacles.map((obstacle) => (
        <Notice key={obstacle} kind="warning">
          {obstacle}
        </Notice>
      ))}
      {hasMoney ? (
        <Choice
          legend="Refund what was paid for these?"
          name="refund"
          chosen={typed?.refund ?? "yes"}
          options={[
            { value: "yes", label: "Yes, all of it" },
            { value: "no", label: "No, I keep it" },
          ]}
        />
      ) : (
        <input type="hidden" name="refund" value="yes" />
      )}
      <ReasonField value={typed?.reason} error={refused?.reply.error?.reason?.[0]} />
    </ConfirmPage>
  );
}
