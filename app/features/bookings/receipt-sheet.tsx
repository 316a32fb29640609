import type { InvoicedReceipt } from "@server/payments/invoices/read-invoice";
import type { Receipt } from "@server/payments/receipt";
import { InvoiceLinks } from "~/features/invoices/invoice-sheet";
import { useIsHydrated } from "~/lib/document";
import { Button } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { FactNote, TicketFact, TicketFacts } from "~/ui/ticket";
import { partText } from "./managed-booking";
import { TextLink } from "~/ui/link";
import { BackLink } from "~/ui/page-head";

type ReceiptSheetProps = { receipt: InvoicedReceipt; back: { label: string; to: string }; withdrawTo?: string };

export function ReceiptSheet({ receipt, back, withdrawTo }: ReceiptSheetProps) {
  const { reference, date, customer, item, site, waiver, opensOn } = receipt;
  return (
    <>
      <BackLink to={back.to} className="print:hidden">
        {back.label}
      </BackLink>
      <article className={paper}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h1 className="text-display">Receipt</h1>
          <p className="min-w-0 wrap-anywhere">
            <b>{site.name}</b> <span className="text-ink-soft">{site.url.replace(/^https?:\/\//, "")}</span>
          </p>
        </header>
        <TicketFacts>
          <TicketFact name="Number">{reference}</TicketFact>
          <TicketFact name="Date">{date}</TicketFact>
          <TicketFact name="For">
            {customer.name} <FactNote>{customer.email}</FactNote>
          </TicketFact>
          <TicketFact name="Item">
            {item.title}{" "}
            {item.details.map((detail) => (
              <FactNote key={detail}>{detail}</FactNote>
            ))}
          </TicketFact>
          {waiver && (
            <TicketFact name="Access">
              At once, as you asked{" "}
              <FactNote>
                On {waiver.on} you confirmed: “{waiver.text}” The right to withdraw from this contract has ended.
              </FactNote>
            </TicketFact>
          )}
          {opensOn && (
            <TicketFact name="Access">
              From {opensOn} <FactNote>When the 14 days in which you may withdraw are over.</FactNote>
            </TicketFact>
          )}
        </TicketFacts>
        <Amounts receipt={receipt} />
      </article>
      <PrintButton />
      <InvoiceLinks invoices={receipt.invoices} />
      {withdrawTo && (
        <p className="print:hidden">
          <TextLink to={withdrawTo}>Withdraw from contract here</TextLink>
        </p>
      )}
    </>
  );
}

const paper =
  "grid max-w-160 grid-cols-1 gap-6 rounded-paper border border-line bg-surface px-6 py-7 md:p-10 print:max-w-none print:border-0 print:bg-transparent print:p-0";

function Amounts({ receipt: { listPrice, discount, waived, total, paid, returned } }: { receipt: Receipt }) {
  return (
    <dl className="grid">
      <Line name="Price" amount={listPrice} />
      {discount && <Line name="Discount" note={discount.text} amount={`−${discount.amount}`} />}
      {waived && <Line name="Waived" amount={`−${waived}`} />}
      <Line name="Total" amount={total} isTotal />
      {paid.map((payment, index) => (
        <Line
          key={index}
          name={
            payment.card ? `Paid with ${payment.card}` : payment.isOutside ? "Paid outside this site" : "Paid by card"
          }
          note={payment.date}
          amount={payment.amount}
        />
      ))}
      {returned.map((part, index) => (
        <Line
          key={index}
          name="Refund"
          note={partText(part)}
          amount={part.state === "failed" ? part.amount : `−${part.amount}`}
        />
      ))}
    </dl>
  );
}

type LineProps = { name: string; note?: string; amount: string; isTotal?: boolean };

const Line = ({ name, note, amount, isTotal = false }: LineProps) => (
  <div className={`flex justify-between gap-6 border-t border-line py-2.75 ${isTotal ? "font-semibold" : ""}`}>
    <dt>
      {name} {note && <span className="block text-small text-ink-soft">{note}</span>}
    </dt>
    <dd className="whitespace-nowrap lining-nums tabular-nums">{amount}</dd>
  </div>
);

/** Without scripting the browser's own menu prints. */
function PrintButton() {
  if (!useIsHydrated()) return <Hint className="print:hidden">Print this page to keep it on paper or as a PDF.</Hint>;
  return (
    <Button kind="quiet" className="print:hidden justify-self-start" type="button" onClick={() => window.print()}>
      Print
    </Button>
  );
}
