import type { InvoiceLink, PrintedInvoice } from "@server/payments/invoices/read-invoice";
import { TextLink } from "~/ui/link";
import { FactNote, TicketFact, TicketFacts } from "~/ui/ticket";

/** Shows an invoice or a credit note as it was issued. */
export function InvoiceSheet({ invoice }: { invoice: PrintedInvoice }) {
  const { title, label, issuedOn, suppliedOn, corrects, reason, seller, buyer, notes } = invoice;
  const isInvoice = title === "Invoice";
  return (
    <article className={paper}>
      <h1 className="text-display">{title}</h1>
      <TicketFacts>
        <TicketFact name="Number">{label}</TicketFact>
        <TicketFact name="Date">{issuedOn}</TicketFact>
        {suppliedOn && (
          <TicketFact name={isInvoice ? "Date of the sale" : "Date of the refund"}>{suppliedOn}</TicketFact>
        )}
        {corrects && <TicketFact name={isInvoice ? "Follows" : "Corrects"}>{corrects}</TicketFact>}
        {reason && <TicketFact name="Reason">{reason}</TicketFact>}
        <TicketFact name="From">
          <Lines lines={seller} />
        </TicketFact>
        <TicketFact name="To">
          <Lines lines={buyer} />
        </TicketFact>
      </TicketFacts>
      <Amounts invoice={invoice} />
      {notes.map((note) => (
        <p key={note} className="text-small text-ink-soft">
          {note}
        </p>
      ))}
    </article>
  );
}

const paper =
  "grid max-w-160 grid-cols-1 gap-6 rounded-paper border border-line bg-surface px-6 py-7 md:p-10 print:max-w-none print:border-0 print:bg-transparent print:p-0";

const Lines = ({ lines: [first, ...others] }: { lines: string[] }) => (
  <>
    {first}{" "}
    {others.map((line, index) => (
      <FactNote key={index}>{line}</FactNote>
    ))}
  </>
);

function Amounts({ invoice: { lines, isTaxed, taxes, total, paid } }: { invoice: PrintedInvoice }) {
  return (
    <dl className="grid">
      {lines.map(({ text, note, quantity, amount }, index) => (
        <Line key={index} name={quantity > 1 ? `${quantity} × ${text}` : text} note={note} amount={amount} />
      ))}
      <Line name="Total" amount={total} isTotal />
      {isTaxed &&
        taxes.map(({ rate, net, tax }) => (
          <Line key={rate} name={`${rate} included`} note={`On ${net} net`} amount={tax} />
        ))}
      {paid.map(({ text, amount }, index) => (
        <Line key={index} name={text} amount={amount} />
      ))}
    </dl>
  );
}

type LineProps = { name: string; note?: string; amount: string; isTotal?: boolean };

const Line = ({ name, note, amount, isTotal = false }: LineProps) => (
  <div className={`flex justify-between gap-6 border-t border-line py-2.75 ${isTotal ? "font-semibold" : ""}`}>
    <dt className="min-w-0 wrap-anywhere">
      {name} {note && <span className="block text-small text-ink-soft">{note}</span>}
    </dt>
    <dd className="whitespace-nowrap lining-nums tabular-nums">{amount}</dd>
  </div>
);

/** Leads to the documents of an order; shows nothing without any. */
export const InvoiceLinks = ({ invoices }: { invoices: InvoiceLink[] }) =>
  invoices.length === 0 ? null : (
    <ul className="grid gap-1 print:hidden">
      {invoices.map(({ label, kind, path, total }) => (
        <li key={label}>
          <TextLink to={path}>
            {kind === "invoice" ? "Invoice" : "Credit note"} {label}
          </TextLink>{" "}
          <span className="text-ink-soft">{total}</span>
        </li>
      ))}
    </ul>
  );
