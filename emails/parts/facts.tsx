import { Fragment, type ReactNode } from "react";
import { Band, colours, sans, Table, useColours } from "./layout";
import type { SessionFacts } from "./props";

export const Facts = ({ children }: { children: ReactNode }) => (
  <Band padding="24px 48px 0">
    <Table className="facts" width="100%">
      {children}
    </Table>
  </Band>
);

const cell = { padding: "11px 0", borderTop: `1px solid ${colours.line}`, verticalAlign: "top" } as const;

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <tr>
    <td width="96" style={{ ...cell, font: sans("400", 15, 24), color: colours.quiet }}>
      {label}
    </td>
    <td style={{ ...cell, font: sans("600", 16, 24), color: colours.ink, wordBreak: "break-word" }}>{children}</td>
  </tr>
);

/** Shows a fact of less weight. */
export const SoftFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Fact label={label}>
    <Soft>{children}</Soft>
  </Fact>
);

export const Soft = ({ children }: { children: ReactNode }) => (
  <span style={{ fontWeight: 400, color: colours.soft }}>{children}</span>
);

export function FactLink({ href, label, weight = 400 }: { href: string; label: string; weight?: number }) {
  const { clay } = useColours();
  return (
    <a href={href} target="_blank" rel="noopener" style={{ color: clay, fontWeight: weight }}>
      {label}
    </a>
  );
}

export const WhenFact = ({ session: { when } }: { session: SessionFacts }) => (
  <Fact label="When">
    {when.date}
    <br />
    <Soft>{`${when.time} ${when.zone}, ${when.duration}`}</Soft>
  </Fact>
);

/** Returns when a session begins, for a sentence. */
export const startOf = ({ when }: SessionFacts): string => `${when.date} at ${when.time} ${when.zone}`;

export function WhereFact({ session: { where, mapUrl } }: { session: SessionFacts }) {
  const [place, ...address] = where;
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
          <FactLink href={mapUrl} label="Show on a map" />
        </>
      )}
    </Fact>
  );
}

/** Shows what was paid for: a session by its time, anything else by its name. */
export function WhatFact({ session, item }: { session: SessionFacts | null; item: string }) {
  return session ? <WhenFact session={session} /> : <Fact label="What">{item}</Fact>;
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
export function QuantityFact({ quantity = 1 }: { quantity?: number }) {
  return quantity > 1 ? <Fact label="Tickets">{quantity}</Fact> : null;
}

export const ReferenceFact = ({ reference }: { reference: string }) => (
  <SoftFact label="Reference">{reference}</SoftFact>
);

export function Lines({ lines }: { lines: string[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}
