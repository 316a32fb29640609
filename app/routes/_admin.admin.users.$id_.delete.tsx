import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { apiFor, attemptOrSay, load, userDeletionForm } from "~/server/api.server";
import { Choice } from "~/ui/choice";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { ReasonField } from "~/features/admin/fields";
import { Notice } from "~/ui/notice";
import { readForm, refuse } from "~/server/form.server";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { givenBackLabel, orderAddress } from "~/features/admin/orders/orders";
import { privateMeta, siteOf } from "~/lib/page-meta";
import { useToast } from "~/lib/toast";
import { redirectWithToast, requireAdmin } from "~/server/session.server";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";
import { useFormAnswer } from "~/lib/forms/form-answer";

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
  const deletion = useLoaderData<typeof loader>();
  const { id, fullName, isMember, goes, obstacles } = deletion;
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const path = `/admin/users/${id}/delete`;
  const typed = refused?.reply.initialValue as { reason?: string; refund?: string } | undefined;
  return (
    <ConfirmPage
      title={`Delete the account of ${fullName}?`}
      backLabel={fullName}
      leave="Keep account"
      back={`/admin/users/${id}`}
      action={path}
      isBusy={useIsPosting(path)}
      failure={{ title: "Failed to delete user" }}
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
          {goes.map(({ id: key, text, paid }) => (
            <li key={key}>
              {text}
              {paidInWords(paid)}
            </li>
          ))}
        </ul>
      )}
      {!isMember && <Notice kind="warning">Admins delete their own account, in their profile.</Notice>}
      {obstacles.map(({ text, owedByHand }) => (
        <Notice key={text} kind="warning">
          {text} {owedByHand && <Link to={orderAddress(owedByHand, "returned", { back: path })}>{givenBackLabel}</Link>}
        </Notice>
      ))}
      <Money deletion={deletion} back={path} chosen={typed?.refund} />
      <ReasonField value={typed?.reason} error={refused?.reply.error?.reason?.[0]} />
    </ConfirmPage>
  );
}

type Deletion = ReturnType<typeof useLoaderData<typeof loader>>;

/** " (£14.00 paid by Stripe)" */
function paidInWords({ byCard, byHand }: Deletion["refund"]): string {
  const parts = [byCard && `${byCard} paid by Stripe`, byHand && `${byHand} paid by hand`].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

type MoneyProps = { deletion: Deletion; back: string; chosen: string | undefined };

/** What goes back by Stripe, and what she has to give back before she can't know to whom any more. */
function Money({ deletion: { fullName, refund, paidByHand, obstacles }, back, chosen = "yes" }: MoneyProps) {
  const { byCard, byHand } = refund;
  if (!byCard && !byHand) return <input type="hidden" name="refund" value="yes" />;
  const parts = [byCard && `${byCard} through Stripe, by itself`, byHand && `${byHand} by your own hand, first`];
  return (
    <>
      {paidByHand.length > 0 && obstacles.length === 0 && (
        <div className="grid gap-2">
          <p>
            {byHand} was paid by hand. If it goes back, give it back to {fullName} before you delete the account: nobody
            could say afterwards whose it is.
          </p>
          <ul className="grid list-disc gap-1 pl-5">
            {paidByHand.map(({ of, amount, order }) => (
              <li key={`${order.id} ${amount}`}>
                {amount} for {of}: <Link to={orderAddress(order, "refund", { back })}>refund it</Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Choice
        legend="Refund what was paid for these?"
        name="refund"
        chosen={chosen}
        options={[
          { value: "yes", label: `Yes: ${parts.filter(Boolean).join(", and ")}` },
          { value: "no", label: `No, I keep ${[byCard, byHand].filter(Boolean).join(" and ")}` },
        ]}
      />
    </>
  );
}
