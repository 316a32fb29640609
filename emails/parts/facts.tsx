import { Fragment, type ReactNode } from "react";
import { Band, colours, sans, Table, useColours } from "./layout";
import type { Paid, Returned, SessionFacts, Until } from "./props";

export function Facts({ children }: { children: ReactNode }) {
  return (
    <Band padding="24px 48px 0">
      <Table className="facts" width="100%">
        {children}
      </Table>
    </Band>
  );
}

const cell = { padding: "11px 0", borderTop: `1px solid ${colours.line}`, verticalAlign: "top" } as const;

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <td width="96" style={{ ...cell, font: sans("400", 15, 24), color: colours.quiet }}>
        {label}
      </td>
      <td style={{ ...cell, font: sans("600", 16, 24), color: colours.ink, wordBreak: "break-word" }}>{children}</td>
    </tr>
  );
}

export function Soft({ children }: { children: ReactNode }) {
  return <span style={{ fontWeight: 400, color: colours.soft }}>{children}</span>;
}

export function WhenFact({ when }: { when: SessionFacts["when"] }) {
  return (
    <Fact label="When">
      {when.date}
      <br />
      <Soft>{`${when.time} ${when.zone}, ${when.duration}`}</Soft>
    </Fact>
  );
}

export function WhereFact({ session: { where, mapUrl } }: { session: SessionFacts }) {
  const [place, ...address] = where;
  const { clay } = useColours();
  return (
    <Fact label="Where">
      {place}
      {address.length > 0 && (
        <>
          <br />
          <Soft>
            <Lines lines={address} />
          </Soft>
        </>
      )}
      {mapUrl && (
        <>
          <br />
          <a href={mapUrl} target="_blank" rel="noopener" style={{ color: clay, fontWeight: 400 }}>
            Show on a map
          </a>
        </>
      )}
    </Fact>
  );
}

export function Bring({ items }: { items: string[] }) {
  if (items.length === 0) return null;
  return (
    <Fact label="Bring">
      <span style={{ fontWeight: 400 }}>
        <Lines lines={items} />
      </span>
    </Fact>
  );
}

/** Shows nothing for a single ticket. */
export function TicketsFact({ tickets = [] }: { tickets: string[] | undefined }) {
  if (tickets.length < 2) return null;
  return (
    <Fact label="Tickets">
      {tickets.length}
      <br />
      <Soft>
        <Lines lines={tickets} />
      </Soft>
    </Fact>
  );
}

/** Shows nothing for a single ticket. */
export function WantedFact({ quantity = 1 }: { quantity: number | undefined }) {
  return quantity > 1 ? <Fact label="Tickets">{quantity}</Fact> : null;
}

export function PaidFact({ paid }: { paid: Paid }) {
  return (
    <Fact label={paid.isDue ? "To pay" : "Paid"}>
      {paid.amount}
      {paid.isDue && <Soft>{paid.isByTransfer ? " by transfer" : " at the door"}</Soft>}
      {paid.discount && <Soft>{` (${paid.discount})`}</Soft>}
    </Fact>
  );
}

export function ReferenceFact({ reference }: { reference: string }) {
  return (
    <Fact label="Reference">
      <Soft>{reference}</Soft>
    </Fact>
  );
}

export function HeldUntilFact({ until }: { until: Until }) {
  return (
    <Fact label="Held until">
      {until.date}
      <br />
      <Soft>{`${until.time} ${until.zone}`}</Soft>
    </Fact>
  );
}

export function Lines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

export function ReturnedFacts({ returned: { byCard, byHand } }: { returned: Returned }) {
  return (
    <>
      {byCard && (
        <Fact label="Refund">
          {byCard} <Soft>to your card</Soft>
        </Fact>
      )}
      {byHand && (
        <Fact label="Refund">
          {byHand} <Soft>from me</Soft>
        </Fact>
      )}
    </>
  );
}

/** For the instructor. */
export function OwedFacts({ returned: { byCard, byHand } }: { returned: Returned }) {
  return (
    <>
      {byCard && (
        <Fact label="Refund">
          {byCard} <Soft>through Stripe</Soft>
        </Fact>
      )}
      {byHand && (
        <Fact label="To refund">
          {byHand} <Soft>by you</Soft>
        </Fact>
      )}
    </>
  );
}

export function returnedShortly({ byCard, byHand }: Returned): string {
  if (byCard) return `${byCard} is on its way back to you.`;
  return byHand ? `${byHand} will be returned to you.` : "There is nothing to pay.";
}

/** `isRest`: an earlier refund returned the other part. */
export function shareOf({ isInFull, isRest = false }: { isInFull: boolean; isRest?: boolean }): string {
  if (!isInFull) return "in part";
  return isRest ? "the rest" : "in full";
}

export const returnedInFull = (returned: Returned): string =>
  toCustomer(returned, `The ${returned.isRest ? "remaining" : "full"} `) || "There is nothing to pay.";

export const returnedForTicket = (returned: Returned): string => toCustomer(returned) || "There is nothing to refund.";

function toCustomer({ byCard, byHand }: Returned, lead = ""): string {
  const sentences = [
    byCard && `${lead}${byCard} is on its way back to you. It usually arrives within 5 to 10 days.`,
    byHand && `You paid ${byHand} outside this site, so I’ll return it to you myself.`,
  ];
  return sentences.filter(Boolean).join(" ");
}

/** Tells the instructor what goes back; empty if nothing does. */
export function owedToCustomer({ byCard, byHand }: Returned): string {
  const sentences = [
    byCard && `Stripe refunds ${byCard} automatically.`,
    byHand && `They paid ${byHand} outside Stripe: please refund it yourself.`,
  ];
  return sentences.filter(Boolean).join(" ");
}
