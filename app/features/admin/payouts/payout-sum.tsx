import type { PayoutSum } from "@server/office/orders/payouts/list-payouts";
import { sumLabels } from "./payouts";

type PayoutSumTableProps = { caption: string; lines: PayoutSum["lines"]; total: { label: string; amount: string } };

/** Shows the parts of an amount, which add up to it. */
export const PayoutSumTable = ({ caption, lines, total }: PayoutSumTableProps) => (
  <table className="w-full max-w-112 lining-nums tabular-nums">
    <caption className="sr-only">{caption}</caption>
    <tbody>
      {lines.map(({ kind, amount }) => (
        <tr key={kind}>
          <th scope="row" className="py-1 pr-4 text-left font-normal text-ink-soft">
            {sumLabels[kind]}
          </th>
          <td className="py-1 text-right">{amount}</td>
        </tr>
      ))}
      <tr className="border-t border-line font-semibold">
        <th scope="row" className="pt-2 pr-4 text-left">
          {total.label}
        </th>
        <td className="pt-2 text-right">{total.amount}</td>
      </tr>
    </tbody>
  </table>
);
