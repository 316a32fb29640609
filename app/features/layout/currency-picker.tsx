import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useSite } from "~/lib/site";
import type { Currency } from "@server/core/money";
import { Icon } from "~/ui/icon";
import { NavMenu } from "./nav-menu";
import { PostForm } from "~/ui/post-form";
import { shortAddress } from "~/lib/short-address";

const choices: { currency: Currency; name: string }[] = [
  { currency: "GBP", name: "British pounds" },
  { currency: "EUR", name: "Euros" },
  { currency: "USD", name: "US dollars" },
];

const symbols: Record<Currency, string> = { GBP: "£", EUR: "€", USD: "$" };

const labelOf = (currency: Currency) => `${symbols[currency]} ${currency}`;

export function CurrencyMenu() {
  const current = useSite()?.currency;
  if (!current) return null;
  return (
    <NavMenu label={<ShortLabel currency={current} />} name={`Currency: ${current}`} side="end">
      {choices.map(({ currency, name }) => (
        <li key={currency}>
          <CurrencyButton className="menu-item" currency={currency} isCurrent={currency === current}>
            <span>
              {labelOf(currency)} <span className="text-ink-soft">{name}</span>
            </span>
            {currency === current && <Icon name="check" />}
          </CurrencyButton>
        </li>
      ))}
    </NavMenu>
  );
}

/** Leaves out the code where the header has no room for it. */
const ShortLabel = ({ currency }: { currency: Currency }) => (
  <span>
    {symbols[currency]} <span className="max-[60rem]:hidden">{currency}</span>
  </span>
);

export function CurrencyRow() {
  const current = useSite()?.currency;
  if (!current) return null;
  return (
    <ul className="flex gap-2" aria-label="Currency">
      {choices.map(({ currency }) => (
        <li key={currency} className="flex-1">
          <CurrencyButton className="full-menu-choice" currency={currency} isCurrent={currency === current}>
            {labelOf(currency)}
          </CurrencyButton>
        </li>
      ))}
    </ul>
  );
}

type CurrencyButtonProps = { className: string; currency: Currency; isCurrent: boolean; children: ReactNode };

function CurrencyButton({ className, currency, isCurrent, children }: CurrencyButtonProps) {
  const here = shortAddress(useLocation());
  return (
    <PostForm action="/currency" isBusy={false}>
      <input type="hidden" name="returnTo" value={here} />
      <button
        className={className}
        type="submit"
        name="currency"
        value={currency}
        aria-current={isCurrent ? "true" : undefined}
      >
        {children}
      </button>
    </PostForm>
  );
}
