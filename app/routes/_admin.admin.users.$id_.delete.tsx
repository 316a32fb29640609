import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ConfirmPage } from "~/features/admin/confirm-page";
import { ReasonField } from "~/features/admin/price-and-reason-fields";
import { givenBackLabel } from "~/features/admin/orders/orders";
import { typedIn, useFormAnswer } from "~/lib/forms/form-answer";
import { privateMeta } from "~/lib/page-meta";
import { successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { readForm, refuse, refuseCall } from "~/server/form.server";
import { userDeletionForm } from "~/server/schemas.server";
import { ChoiceField } from "~/ui/fields";
import { Notice } from "~/ui/notice";
import { orderAddress } from "~/features/admin/admin-paths";

export { privateHeaders as headers } from "~/lib/page-meta";
export { UserErrorScreen as ErrorBoundary } from "~/features/admin/admin-error";

export const meta = privateMeta("Delete user");

export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  return load(api.users.getDeletion({ id: idOf(args) }));
}

export async function action(args: ActionFunctionArgs) {
  const api = adminApi(args);
  const id = idOf(args);
  const submission = await readForm(args.request, userDeletionForm);
  if (submission.status !== "success") return refuse(submission);
  const deleted = await attemptLogged(args, api.users.delete({ id, ...submission.value }));
  if (!deleted.ok && deleted.code === "not_found") throw new Response(deleted.message, { status: 404 });
  if (!deleted.ok) return refuseCall(submission, deleted, "Failed to delete user");
  return redirectWithToast(args, "/admin/users", successToast("User deleted"));
}

export default function DeleteUserPage() {
  const deletion = useLoaderData<typeof loader>();
  const { id, fullName, isMember, goes, obstacles } = deletion;
  const refused = useFormAnswer<typeof action>();
  useToast(refused);
  const path = `/admin/users/${id}/delete`;
  return (
    <ConfirmPage
      title={`Delete the account of ${fullName}?`}
      backLabel={fullName}
      cancelLabel="Keep account"
      back={`/admin/users/${id}`}
      action={path}
      failure={{ title: "Failed to delete user" }}
      confirmLabel={isMember && obstacles.length === 0 ? "Delete user" : null}
      isDangerous
      toast={refused?.toast ?? null}
    >
      <p>
        This can’t be undone. Their name, address and other personal details are deleted. Bookings, purchases and
        payments stay in your books without a name.
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
      {!isMember && <Notice kind="warning">Admins can only delete their own account, in their profile.</Notice>}
      {obstacles.map(({ text, owedByHand }) => (
        <Notice key={text} kind="warning">
          {text} {owedByHand && <Link to={orderAddress(owedByHand, "returned", { back: path })}>{givenBackLabel}</Link>}
        </Notice>
      ))}
      <Money deletion={deletion} back={path} chosen={typedIn(refused, "refund")} />
      <ReasonField value={typedIn(refused, "reason")} error={refused?.reply.error?.reason?.[0]} />
    </ConfirmPage>
  );
}

type Deletion = ReturnType<typeof useLoaderData<typeof loader>>;

/** Returns " (£14.00 paid by Stripe)", for example. */
function paidInWords({ byCard, byHand }: Deletion["refund"]): string {
  const parts = [byCard && `${byCard} paid by Stripe`, byHand && `${byHand} paid outside Stripe`].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(", ")})` : "";
}

type MoneyProps = { deletion: Deletion; back: string; chosen: string | undefined };

/** Lists refunds by Stripe, and those to return by hand before the customer's details are deleted. */
function Money({ deletion: { refund, paidByHand, obstacles }, back, chosen = "yes" }: MoneyProps) {
  const { byCard, byHand } = refund;
  if (!byCard && !byHand) return <input type="hidden" name="refund" value="yes" />;
  const parts = [byCard && `Stripe refunds ${byCard} automatically`, byHand && `I refund ${byHand} myself first`];
  return (
    <>
      {paidByHand.length > 0 && obstacles.length === 0 && (
        <div className="grid gap-2">
          <p>
            {byHand} was paid outside Stripe. If you refund it, do so before you delete the account: afterwards there is
            no record of who to refund.
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
      <ChoiceField
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
