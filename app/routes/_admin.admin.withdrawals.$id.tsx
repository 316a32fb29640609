import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminErrorScreen } from "~/features/admin/admin-error";
import { withdrawalsPath } from "~/features/admin/admin-paths";
import { ContractCard, DeclineCard, ExemptCard, StatementCard } from "~/features/admin/withdrawals/withdrawal";
import { useFormAnswer } from "~/lib/forms/form-answer";
import { errorMeta, privateTags, siteOf } from "~/lib/page-meta";
import { errorToast, successToast, useToast } from "~/lib/toast";
import { attemptLogged, idOf, load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";
import { redirectWithToast } from "~/server/flash.server";
import { parseForm, readFields, refuse } from "~/server/form.server";
import { declineForm, refundedContractForm } from "~/server/schemas.server";
import { BackLink, PageHead } from "~/ui/page-head";
import { ToastNotice } from "~/ui/toast/toast";
import { HeadedSection } from "~/ui/headed-section";

export { privateHeaders as headers } from "~/lib/page-meta";

export const meta: MetaFunction<typeof loader> = ({ data, error, matches }) =>
  data
    ? privateTags(`Withdrawal of ${data.name}`, siteOf(matches))
    : errorMeta(error, siteOf(matches), "Withdrawal not found");

export const loader = (args: LoaderFunctionArgs) => load(adminApi(args).withdrawals.admin.get({ id: idOf(args) }));

export async function action(args: ActionFunctionArgs) {
  const fields = await readFields(args.request);
  return fields.get("intent") === "refund" ? refund(args, fields) : decline(args, fields);
}

const path = (args: ActionFunctionArgs) => `${withdrawalsPath}/${idOf(args)}`;

async function refund(args: ActionFunctionArgs, fields: URLSearchParams) {
  const submission = parseForm(fields, refundedContractForm);
  if (submission.status !== "success")
    return refuse(submission, { status: 422, toast: notRefunded("Please try again.") });
  const call = adminApi(args).withdrawals.admin.refund({ id: idOf(args), ...submission.value });
  const made = await attemptLogged(args, call);
  if (!made.ok) return refuse(submission, { ...made, toast: notRefunded(made.message) });
  const { byCard, byHand } = made.value;
  const sentences = [byCard && `Stripe refunds ${byCard} automatically.`, byHand && `Refund ${byHand} yourself.`];
  return redirectWithToast(args, path(args), successToast("Withdrawal refunded", sentences.filter(Boolean).join(" ")));
}

async function decline(args: ActionFunctionArgs, fields: URLSearchParams) {
  const submission = parseForm(fields, declineForm);
  if (submission.status !== "success") return refuse(submission);
  const call = adminApi(args).withdrawals.admin.decline({ id: idOf(args), ...submission.value });
  const declined = await attemptLogged(args, call);
  if (!declined.ok) return refuse(submission, { ...declined, toast: errorToast("Not declined", declined.message) });
  return redirectWithToast(args, path(args), successToast("Withdrawal declined", "Your reason is on its way."));
}

const notRefunded = (text: string) => errorToast("Not refunded", text);

export default function WithdrawalPage() {
  const request = useLoaderData<typeof loader>();
  const refused = useFormAnswer<typeof action>();
  const address = `${withdrawalsPath}/${request.id}`;
  useToast(refused);
  const { name, status, contracts, timeZone } = request;
  const isOpen = status === "received";
  const exempt = contracts.filter(({ right }) => right === "exempt");
  const withRight = contracts.filter((contract) => !exempt.includes(contract));
  return (
    <>
      <BackLink to={withdrawalsPath}>Withdrawals</BackLink>
      <PageHead title={`Withdrawal of ${name}`} />
      {refused?.toast && <ToastNotice toast={refused.toast} />}
      <div className="grid max-w-208 grid-cols-1 gap-6">
        <StatementCard request={request} />
        {isOpen && (
          <HeadedSection heading={contracts.length > 0 ? "What it may be about" : "No order was found"}>
            <p className="max-w-text text-ink-soft">
              {contracts.length > 0
                ? `Orders with this address or this reference. The 14 days begin on the day after the purchase and end at midnight, ${timeZone} time; a last day on a Saturday or a Sunday moves to the Monday. Public holidays are not counted in. This is a help and no legal advice.`
                : "Neither the address nor a reference leads to an order. You can ask by replying to the notice in your mailbox."}
            </p>
            {withRight.map((contract) => (
              <ContractCard key={contract.id} contract={contract} action={address} />
            ))}
            {exempt.length > 0 && <ExemptCard contracts={exempt} back={address} />}
          </HeadedSection>
        )}
        {isOpen && <DeclineCard action={address} refused={refused} />}
      </div>
    </>
  );
}

export { AdminErrorScreen as ErrorBoundary };
