import { Link } from "@remix-run/react";
import type { Insights } from "@server/office/insights/get-insights";
import type { RevenueInsight } from "@server/office/insights/describe-revenue";
import { giftCardsPath, membersPath, owedByHandAddress } from "~/features/admin/admin-paths";
import { BarChart, FiguresTable, Insight } from "./charts";

/** Shows the revenue by currency and month. Never adds up amounts of different currencies. */
export function RevenuePanel({ revenue, toRefund }: Pick<Insights, "revenue" | "toRefund">) {
  const { currencies, together } = revenue;
  return (
    <Insight
      title="Revenue"
      note="Payments less refunds that have been made and disputes that were lost, by currency and by the month of each. The sale of a gift card counts once something is bought with it."
    >
      {currencies.length === 0 && <p>Nothing was paid in this period.</p>}
      {together && <p>{together}.</p>}
      {currencies.map((ofCurrency) => (
        <CurrencyRevenue key={ofCurrency.currency} revenue={ofCurrency} />
      ))}
      {toRefund.byHand && (
        <p>
          Still to refund: <b>{toRefund.byHand}</b>, not taken off yet.{" "}
          <Link to={owedByHandAddress()}>See what to refund</Link>
        </p>
      )}
      {toRefund.onItsWay && <p>On its way back: {toRefund.onItsWay}, not taken off yet.</p>}
    </Insight>
  );
}

type MembershipsPanelProps = Pick<Insights, "memberships"> & { label: string };

/** Shows the members, those who joined and left in the period and why, and what recurs each month. */
export function MembershipsPanel({ memberships, label }: MembershipsPanelProps) {
  const { members, joined, left, reasons, monthly } = memberships;
  if (members + joined + left === 0) return null;
  return (
    <Insight
      title="Memberships"
      note="What recurs is what was really paid for the periods that run now, divided by their months."
    >
      <p>
        <b>{members === 1 ? "1 member" : `${members} members`}</b> now. {label}: {joined} joined, {left} left.
      </p>
      <p>
        Paid each month: {monthly ?? "nothing yet"}. <Link to={membersPath}>See the members</Link>
      </p>
      {reasons.length > 0 && (
        <>
          <p>Why members left:</p>
          <ul className="grid list-disc gap-1 pl-5">
            {reasons.map((reason, index) => (
              // The same words may be there twice.
              <li key={`${index} ${reason}`}>{reason}</li>
            ))}
          </ul>
        </>
      )}
    </Insight>
  );
}

type OwedPanelProps = Pick<Insights, "owed" | "unusedCredits" | "giftCards">;

/** Shows what the instructor owes in sessions: money for credits and gift cards that are not used yet. */
export function OwedPanel({ owed, unusedCredits, giftCards }: OwedPanelProps) {
  if (!owed) return null;
  return (
    <Insight
      title="Unused credits and gift cards"
      note="What was paid and is not used yet. The revenue above counts passes as they are paid, and gift cards as something is bought with them."
    >
      <p>
        Unused credits and gift cards: <b>{owed}</b>.
      </p>
      {unusedCredits.length > 0 && (
        <p>
          Unused credits: {unusedCredits.join(" and ")}.{" "}
          <Link to="/admin/passes/holders?state=valid">See who holds them</Link>
        </p>
      )}
      {giftCards && (
        <p>
          Gift cards: {giftCards}. <Link to={giftCardsPath}>See the gift cards</Link>
        </p>
      )}
    </Insight>
  );
}

type CurrencyRevenueProps = { revenue: RevenueInsight["currencies"][number] };

function CurrencyRevenue({ revenue: { currency, total, words, table } }: CurrencyRevenueProps) {
  return (
    <div>
      <h3 className="text-subtitle mb-3">
        {currency}: {total}
      </h3>
      {words && <p>{words}.</p>}
      {table && (
        <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-2">
          <BarChart chart={table.chart} legend={table.kinds} />
          <FiguresTable
            caption={`Revenue in ${currency}, by month and kind`}
            heads={["Month", ...table.kinds.map(({ label }) => label), ...(table.kinds.length > 1 ? ["Total"] : [])]}
            rows={table.rows.map(({ month, amounts }) => ({ head: month, cells: amounts }))}
            sum={{ head: "Total", cells: table.sums }}
          />
        </div>
      )}
    </div>
  );
}
