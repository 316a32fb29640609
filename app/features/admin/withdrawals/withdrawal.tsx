import { getFormProps, useForm } from "@conform-to/react";
import type { ContractDetails, WithdrawalDetails } from "@server/payments/withdrawals/schemas";
import { useNavigation } from "@remix-run/react";
import { orderAddress, withdrawalsPath } from "~/features/admin/admin-paths";
import type { RefusedForm } from "~/lib/forms/form-answer";
import { useIsPosting } from "~/lib/hooks/navigation-state";
import { Badge, type BadgeTone, StatusBadge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Facts } from "~/ui/facts";
import { TextAreaField } from "~/ui/fields";
import { TextLink } from "~/ui/link";
import { MiniItem, MiniList } from "~/ui/list";
import { Notice } from "~/ui/notice";
import { PostForm, SubmitButton } from "~/ui/post-form";
import { WithdrawalBadge } from "./withdrawal-table";

/** Shows what the customer sent, and what has become of it. */
export function StatementCard({ request }: { request: WithdrawalDetails }) {
  const { name, email, contract, receivedAt, reference, status, decidedAt, declineReason, refundedOrder } = request;
  const back = `${withdrawalsPath}/${request.id}`;
  return (
    <Card title="What was sent" badge={<WithdrawalBadge status={status} />}>
      <Facts
        facts={[
          { label: "Name", value: name },
          { label: "Email", value: email },
          { label: "What they bought", value: <span className="whitespace-pre-line">{contract}</span> },
          { label: "Arrived", value: receivedAt },
          { label: "Reference", value: reference },
          { label: "Decided", value: decidedAt },
          {
            label: "What you wrote",
            value: declineReason && <span className="whitespace-pre-line">{declineReason}</span>,
          },
          {
            label: "Refunded order",
            value: refundedOrder && (
              <TextLink to={orderAddress(refundedOrder, null, { back })}>{refundedOrder.reference}</TextLink>
            ),
          },
        ]}
      />
    </Card>
  );
}

type ContractCardProps = { contract: ContractDetails; action: string };

const rights = {
  open: { label: "May withdraw", tone: "green" },
  ended: { label: "The right had ended", tone: "grey" },
  late: { label: "Too late", tone: "grey" },
  exempt: { label: "No right to withdraw", tone: "grey" },
} as const satisfies Record<ContractDetails["right"], { label: string; tone: BadgeTone }>;

/** Shows an order that the withdrawal may be about, with what applies and the button that refunds it. */
export function ContractCard({ contract, action }: ContractCardProps) {
  const { kind, id, reference, title, customer, isSameAddress, madeOn, price, status, right } = contract;
  const { label, tone } = rights[right];
  return (
    <Card title={title} badge={<Badge tone={tone}>{label}</Badge>}>
      {!isSameAddress && (
        <Notice kind="warning" isAnnounced={false}>
          The withdrawal came from another address. Anyone can type a reference: ask the customer first, at the address
          of the order.
        </Notice>
      )}
      <Facts
        facts={[
          { label: "What applies", value: reasonOf(contract) },
          { label: "Customer", value: `${customer.name}, ${customer.email}` },
          {
            label: "Address",
            value: isSameAddress ? "The same as in the withdrawal" : "Not the one in the withdrawal",
          },
          {
            label: "Order",
            value: <TextLink to={orderAddress({ kind, id }, null, { back: action })}>{reference}</TextLink>,
          },
          { label: "Bought", value: madeOn },
          { label: "Price", value: price },
          { label: "Status", value: <StatusBadge status={status} /> },
        ]}
      />
      <RefundForm contract={contract} action={action} />
    </Card>
  );
}

/** Shows bookings, which are cancelled among the orders. */
export function ExemptCard({ contracts, back }: { contracts: ContractDetails[]; back: string }) {
  return (
    <Card title="Booked sessions" badge={<Badge tone={rights.exempt.tone}>{rights.exempt.label}</Badge>}>
      <p>A session takes place on a date of its own: it is cancelled, as your settings allow it.</p>
      <MiniList>
        {contracts.map(({ kind, id, title, reference, customer, isSameAddress, madeOn }) => (
          <MiniItem
            key={id}
            title={title}
            text={`${isSameAddress ? "" : `${customer.name}, another address. `}Booked ${madeOn}`}
            action={
              <TextLink
                className="inline-flex min-h-(--size-touch) items-center"
                to={orderAddress({ kind, id }, null, { back })}
              >
                {reference}
              </TextLink>
            }
          />
        ))}
      </MiniList>
    </Card>
  );
}

function reasonOf({ right, lastDay, waiver, isTold }: ContractDetails): string {
  const confirmation = waiver && `On ${waiver.on} they confirmed: “${waiver.text}”`;
  if (right === "ended") return `${confirmation} The receipt repeated it, so the right ended with the access.`;
  const period =
    right === "open" ? `In time: the 14 days end with ${lastDay}.` : `Not in time: the 14 days ended with ${lastDay}.`;
  if (confirmation && !isTold)
    return `${confirmation} But no receipt that repeats it has reached them, so it does not count. ${period}`;
  return `${period} They have not asked for access at once.`;
}

function RefundForm({ contract: { kind, id, left, isRefunded, right }, action }: ContractCardProps) {
  const { formData } = useNavigation();
  const isBusy = formData?.get("contractId") === id;
  if (left === null && !isRefunded)
    return <p>Nothing was paid for it, or all of it is used, so there is nothing to refund.</p>;
  return (
    <PostForm
      action={action}
      isBusy={isBusy}
      failure={{ title: "Not refunded" }}
      className="grid justify-items-start gap-3"
    >
      <input type="hidden" name="intent" value="refund" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="contractId" value={id} />
      <p className="max-w-text text-ink-soft">
        {left === null
          ? "It has been refunded already. This only ends the request."
          : "The customer gets it back the way it was paid, access ends, and an email to the address of the order says so."}
      </p>
      <SubmitButton isBusy={isBusy} kind={right === "open" ? "solid" : "quiet"}>
        {left === null ? "It is refunded" : `Refund ${left}`}
      </SubmitButton>
    </PostForm>
  );
}

type DeclineCardProps = { action: string; refused: RefusedForm | undefined };

export function DeclineCard({ action, refused }: DeclineCardProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: "decline", lastResult: refused?.reply });
  const isPosting = useIsPosting(action);
  const isBusy = useNavigation().formData?.get("intent") === "decline" && isPosting;
  return (
    <Card title="Decline it">
      <p>
        For example because the right had ended or the 14 days were over. Your reason is mailed to the address of the
        withdrawal.
      </p>
      <PostForm
        {...getFormProps(form)}
        action={action}
        isBusy={isBusy}
        failure={{ title: "Not declined" }}
        className="grid justify-items-start gap-4.5 *:w-full"
      >
        <input type="hidden" name="intent" value="decline" />
        <TextAreaField label="Why" field={fields.reason} rows={4} />
        <div className="flex">
          <SubmitButton isBusy={isBusy} kind="quiet">
            Decline and send
          </SubmitButton>
        </div>
      </PostForm>
    </Card>
  );
}
