import type { Receipt } from "@server/payments/receipt";
import { useIsHydrated } from "~/lib/hooks/hydrated";
import { Button } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { FactNote, TicketFact, TicketFacts } from "~/ui/ticket-facts";
import { partText } from "./managed-booking";
import { BackLink } from "~/ui/page-head";

type ReceiptSheetProps = { receipt: Receipt; back: { label: string; to: string } };

export function ReceiptSheet({ receipt, back }: ReceiptSheetProps) {
  const { reference, date, customer, item, site } = receipt;
  return (
    <>
      <BackLink to={back.to} className="print:hidden">
        {back.label}
      </BackLink>
      <article className="receipt">
        <header className="receipt__head">
          <h1 className="text-display">Receipt</h1>
          <p>
            <b>{site.name}</b> <span>{site.url.replace(/^https?:\/\//, "")}</span>
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
        </TicketFacts>
        <Amounts receipt={receipt} />
      </article>
      <PrintButton />
    </>
  );
}

function Amounts({ receipt: { listPrice, discount, waived, total, paid, returned } }: { receipt: Receipt }) {
  return (
    <dl className="amounts">
      <Line name="Price" amount={listPrice} />
      {discount && <Line name="Discount" note={discount.text} amount={`−${discount.amount}`} />}
      {waived && <Line name="Waived" amount={`−${waived}`} />}
      <Line name="Total" amount={total} isTotal />
      {paid.map((payment, index) => (
        <Line
          key={index}
          name={payment.isOutside ? "Paid outside this site" : "Paid by card"}
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
  <div className={isTotal ? "amounts__total" : undefined}>
    <dt>
      {name} {note && <span>{note}</span>}
    </dt>
    <dd>{amount}</dd>
  </div>
);

/** Without scripting the browser's own menu prints. */
function PrintButton() {
  if (!useIsHydrated()) return <Hint className="print:hidden">To have it on paper or as a file, print this page.</Hint>;
  return (
    <Button kind="quiet" className="print:hidden justify-self-start" type="button" onClick={() => window.print()}>
      Print
    </Button>
  );
}
