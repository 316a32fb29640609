import type { Ledger, LedgerLine } from "@server/orders/ledger/list-ledger";
import { ledgerKinds } from "./ledger-table";

/** Payments of other programs in the same Stripe account: shown apart, since they are none of our books. */
export function LedgerForeign({ foreign }: { foreign: Ledger["foreign"] }) {
  if (foreign.total === 0) return null;
  const isPart = foreign.lines.length < foreign.total;
  return (
    <section className="grid gap-3" aria-labelledby="not-ours">
      <h2 className="heading" id="not-ours">
        Not ours
      </h2>
      <p>
        {foreign.total === 1 ? "1 entry" : `${foreign.total} entries`} in your Stripe account{" "}
        {foreign.total === 1 ? "belongs" : "belong"} to something other than this site, and{" "}
        {foreign.total === 1 ? "is" : "are"} not counted above.{isPart && ` The newest ${foreign.lines.length}:`}
      </p>
      <div className="tablewrap">
        <table className="table">
          <caption className="sr-only">Payments at Stripe that are not ours</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">What</th>
              <th scope="col" className="r">
                Amount
              </th>
              <th scope="col">At Stripe</th>
              <th scope="col">Status</th>
            </tr>
          </thead>
          <tbody>
            {foreign.lines.map((line) => (
              <ForeignRow key={line.key} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function ForeignRow({ line }: { line: LedgerLine }) {
  return (
    <tr>
      <td className="t-date">{line.date}</td>
      <td className="t-item">{ledgerKinds[line.kind]}</td>
      <td className="t-price">{line.amount}</td>
      <td className="t-note">
        <small className="block max-w-56">{line.stripeId}</small>
      </td>
      <td className="t-status">
        <span className="badge">{line.state}</span>
      </td>
    </tr>
  );
}
