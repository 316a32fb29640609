import type { ReactNode } from "react";
import { flatten } from "~/lib/navigation";
import { useSite } from "~/lib/site";
import { CurrencyRow } from "./currency-picker";
import { Logo } from "./logo";
import { SiteLink } from "./site-link";

export function FullMenu({ closeButton = null }: { closeButton?: ReactNode }) {
  const site = useSite();
  if (!site) return null;
  const { inside, outside } = flatten(site.navigation);
  return (
    <div className="fullmenu on-deep">
      <div className="fullmenu__top">
        <Logo name={site.name} />
        {closeButton}
      </div>
      <nav aria-label="Menu">
        <ul className="fullmenu__main">
          {inside.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
        </ul>
        <ul className="fullmenu__rest">
          {outside.map(({ label, href }) => (
            <li key={href}>
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-3">
        <CurrencyRow />
        {site.navigation.account.map((link) => {
          const { label, href } = link.inMenu ?? link;
          return (
            <SiteLink key={href} className="btn btn--paper btn--block" href={href}>
              {label}
            </SiteLink>
          );
        })}
      </div>
    </div>
  );
}
