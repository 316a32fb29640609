import { useIsHydrated } from "~/lib/document";
import { useSite } from "~/lib/site";
import { Button } from "~/ui/button";
import { Hint } from "~/ui/field-frame";
import { TextLink } from "~/ui/link";
import { TicketFact, TicketFacts } from "~/ui/ticket";

type SheetProps = {
  amount: string | null;
  code: string;
  giver: string | null;
  recipient: string | null;
  words: string[];
  until: string | null;
  balance?: string | null;
  /** The pass that it is meant for. */
  pass: { title: string; path: string } | null;
};

/** Shows a gift card as it is printed on one page. */
export function GiftSheet({ amount, code, giver, recipient, words, until, balance = null, pass }: SheetProps) {
  const site = useSite();
  return (
    <>
      <article className="grid max-w-160 grid-cols-1 gap-6 rounded-paper border border-line bg-surface px-6 py-7 md:p-10 print:max-w-none print:border-0 print:bg-transparent print:p-0">
        <header className="grid gap-2">
          {site && <p className="font-semibold">{site.name}</p>}
          <h2 className="text-display">{`Gift card${amount ? ` for ${amount}` : ""}`}</h2>
        </header>
        {words.length > 0 && (
          <blockquote className="grid gap-2 font-display text-title">
            {words.map((line, index) => (
              <p key={index} className="wrap-anywhere">
                {line}
              </p>
            ))}
          </blockquote>
        )}
        <TicketFacts>
          {recipient && <TicketFact name="For">{recipient}</TicketFact>}
          {giver && <TicketFact name="From">{giver}</TicketFact>}
          {pass && (
            <TicketFact name="Meant for">
              <TextLink to={pass.path}>{pass.title}</TextLink>
            </TicketFact>
          )}
          <TicketFact name="Code">
            <span className="font-[600] tracking-[0.04em] wrap-anywhere">{code}</span>
          </TicketFact>
          {balance && <TicketFact name="Left">{balance}</TicketFact>}
          {until && <TicketFact name="Valid until">{until}</TicketFact>}
        </TicketFacts>
        <p className="text-ink-soft">
          {pass ? `Enter the code where you buy “${pass.title}”, or` : "Enter the code where you"} book a session or buy
          something{pass && " else"}. What you don’t use stays on the card.
        </p>
      </article>
      <PrintButton />
    </>
  );
}

/** Without scripting the browser's own menu prints. */
function PrintButton() {
  if (!useIsHydrated()) return <Hint className="print:hidden">Print this page to give it on paper.</Hint>;
  return (
    <Button kind="quiet" className="print:hidden justify-self-start" type="button" onClick={() => window.print()}>
      Print
    </Button>
  );
}
