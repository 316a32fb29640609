import type { ReactNode } from "react";
import type { NavigationItem } from "~/lib/navigation";
import { useSite } from "~/lib/site";
import { CurrencyRow } from "./currency-picker";
import { Logo } from "./logo";
import { SiteLink } from "./site-link";
import { buttonStyle } from "~/ui/button";
import { Icon } from "~/ui/icon";

const sheetStyle =
  "fixed inset-0 z-10 grid grid-rows-[auto_minmax(10rem,1fr)_auto] overflow-y-auto bg-deep px-(--space-gutter) pb-5 text-on-deep";

const quietStyle = `${buttonStyle({ kind: "paper" })} border-on-deep-soft! bg-transparent! text-on-deep! hover:bg-deep-hover!`;

/** Covers the page below 768 px; its close button is where the menu button was, its lowest buttons are always in sight. */
export function FullMenu({ closeButton = null }: { closeButton?: ReactNode }) {
  const site = useSite();
  if (!site) return null;
  const { start, end, account } = site.navigation;
  const accountLinks = account.flatMap(({ inMenu, ...link }) => (inMenu ? [inMenu, link] : [link]));
  return (
    <div className={`on-deep ${sheetStyle}`}>
      <div className="flex min-h-18 items-center justify-between">
        <Logo name={site.name} isOnDeep />
        {closeButton}
      </div>
      <nav className="-mx-2 overflow-y-auto px-2 pb-4" aria-label="Menu">
        <ul className="font-display text-[min(2.25rem,12vw)] leading-[1.4] font-light tracking-tight normal-nums">
          {[...start, ...end].map((item) => (
            <MenuItem key={item.label} item={item} />
          ))}
        </ul>
      </nav>
      <div className="grid gap-3 border-t border-t-deep-line pt-4">
        <CurrencyRow />
        <div className="grid auto-cols-fr grid-flow-col gap-3">
          {accountLinks.map(({ label, href }, index) => (
            <SiteLink key={href} className={index === 0 ? buttonStyle({ kind: "paper" }) : quietStyle} href={href}>
              {label}
            </SiteLink>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Renders a link, or a group that unfolds, as in the header of wide screens. */
function MenuItem({ item }: { item: NavigationItem }) {
  if (!("items" in item)) {
    return (
      <li>
        <SiteLink className="full-menu-link" href={item.href}>
          {item.label}
        </SiteLink>
      </li>
    );
  }
  return (
    <li>
      <details className="group/fold">
        <summary className="full-menu-link justify-between">
          {item.label}
          <Icon name="chevron" className="group-open/fold:rotate-180" />
        </summary>
        <ul className="grid grid-cols-2 gap-x-4 pb-2 font-sans text-body font-normal tracking-[0]">
          {item.items.map(({ label, href }) => (
            <li key={href}>
              <SiteLink className="full-menu-link" href={href}>
                {label}
              </SiteLink>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
