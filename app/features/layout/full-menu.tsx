import type { ReactNode } from "react";
import { flatten } from "~/lib/navigation";
import { useSite } from "~/lib/site";
import { CurrencyRow } from "./currency-picker";
import { Logo } from "./logo";
import { SiteLink } from "./site-link";
import { buttonStyle } from "~/ui/button";

const sheetStyle =
  "fixed inset-0 z-10 grid grid-rows-[auto_1fr_auto] gap-7 overflow-y-auto bg-deep px-(--space-gutter) pb-7 text-on-deep";

const linkStyle = "flex min-h-(--size-touch) items-center no-underline decoration-auto hover:underline";

/** Below 768 px: covers the page; its close button is where the menu button was. */
export function FullMenu({ closeButton = null }: { closeButton?: ReactNode }) {
  const site = useSite();
  if (!site) return null;
  const { inside, outside } = flatten(site.navigation);
  return (
    <div className={`on-deep ${sheetStyle}`}>
      <div className="flex min-h-18 items-center justify-between">
        <Logo name={site.name} isOnDeep />
        {closeButton}
      </div>
      <nav aria-label="Menu">
        <ul className="font-display text-[2.5rem] leading-[1.35] font-light tracking-tight normal-nums">
          {inside.map(({ label, href }) => (
            <li key={href}>
              <SiteLink className={linkStyle} href={href}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
        <ul className="mt-6 grid grid-cols-2 border-t border-t-deep-line pt-4">
          {outside.map(({ label, href }) => (
            <li key={href}>
              <SiteLink className={linkStyle} href={href}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-3">
        <CurrencyRow />
        {site.navigation.account.map((link) => {
          const { label, href } = link.inMenu ?? link;
          return (
            <SiteLink key={href} className={buttonStyle({ kind: "paper", isWide: true })} href={href}>
              {label}
            </SiteLink>
          );
        })}
      </div>
    </div>
  );
}
