import type { PassOnSale } from "@server/catalogue/passes/schemas";
import { ButtonLink } from "~/ui/button";
import { cardFrame } from "~/ui/card";

/** Shows what a pass holds and costs, in a list of passes. */
export function PassCard({ pass }: { pass: PassOnSale }) {
  const { id, title, description, isUsedUp } = pass;
  return (
    <li className={`flex flex-col gap-3 pb-6 ${cardFrame}`}>
      <h2 className="text-title">{title}</h2>
      {description && <p className="text-ink-soft whitespace-pre-line">{description}</p>}
      <PassTerms pass={pass} />
      <p className="mt-auto flex flex-wrap items-center justify-between gap-3 pt-2">
        <PassPrice pass={pass} />
        <ButtonLink kind="quiet" size="small" to={`/passes/${id}`}>
          {isUsedUp ? "View Details" : "View and Buy"}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      </p>
    </li>
  );
}

export const PassPrice = ({ pass: { price, each } }: { pass: PassOnSale }) => (
  <span className="flex flex-wrap items-baseline gap-x-2.5">
    <strong className="font-display text-[1.625rem] leading-none font-normal normal-nums">{price}</strong>
    {each && <span className="text-small text-ink-soft">{each}</span>}
  </span>
);

export const PassTerms = ({ pass: { terms } }: { pass: Pick<PassOnSale, "terms"> }) => (
  <ul className="grid gap-1 text-ink-soft">
    {terms.map((term) => (
      <li key={term}>{term}</li>
    ))}
  </ul>
);
