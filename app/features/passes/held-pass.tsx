import type { MyPass } from "@server/catalogue/passes/my-passes";
import type { ReactNode } from "react";
import { Badge } from "~/ui/badge";
import { TextLink } from "~/ui/link";
import { PassTerms } from "./pass-card";

const states: Record<MyPass["state"], string | null> = {
  usable: null,
  used_up: "Used up",
  over: "Over",
  ended: "Refunded",
  frozen: "On hold",
};

type HeldPassProps = { pass: MyPass };

/** Shows the title of a pass, and why it can't be used. */
export function HeldPassTitle({ pass: { state }, children }: HeldPassProps & { children: ReactNode }) {
  const label = states[state];
  return (
    <div className="flex flex-wrap items-center gap-3">
      {children}
      {label && <Badge>{label}</Badge>}
    </div>
  );
}

/** Shows what is left on someone's pass, until when, and each credit. */
export function HeldPassFacts({ pass: { title, balance, held, terms, state, history, receiptPath } }: HeldPassProps) {
  return (
    <>
      {state !== "ended" && <p className="font-semibold">{balance}</p>}
      {held && <p>{held}</p>}
      {state === "frozen" && (
        <p>
          The bank has taken back what was paid for it, so no session can be booked with it unless the bank decides
          otherwise.
        </p>
      )}
      <PassTerms pass={{ terms }} />
      {history.length > 0 && (
        <details>
          <summary className="inline-flex min-h-(--size-touch) items-center font-semibold text-accent">History</summary>
          <ol className="grid gap-1.5">
            {history.map(({ on, text }, index) => (
              // Entries are never changed or removed.
              <li key={index} className="flex flex-wrap gap-x-3">
                <span className="text-ink-quiet">{on}</span> <span>{text}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      <p>
        <TextLink className="inline-flex min-h-11 items-center" to={receiptPath}>
          Receipt<span className="sr-only">: {title}</span>
        </TextLink>
      </p>
    </>
  );
}
