import type { ReactNode } from "react";
import { menuParts, type NavigationItem } from "~/lib/navigation";
import { useSite } from "~/lib/site";
import { CurrencyRow } from "./currency-picker";
import { Logo } from "./logo";
import { SiteLink } from "./site-link";
import { buttonStyle } from "~/ui/button";

const sheetStyle =
  "fixed inset-0 z-10 grid grid-rows-[auto_1fr_auto] gap-7 overflow-y-auto bg-deep px-(--space-gutter) pb-7 text-on-deep";

const quietStyle = `${buttonStyle({ kind: "paper" })} border-on-deep-soft! bg-transparent! text-on-deep! hover:bg-deep-hover!`;

/** Covers the page below 768 px; its close button is where the menu button was. */
export function FullMenu({ closeButton = null }: { closeButton?: ReactNode }) {
  const site = useSite();
  if (!site) return null;
  const { navigation } = site;
  const { inside, outside } = menuParts(navigation);
  const accountLinks = navigation.account.flatMap(({ inMenu, ...link }) => (inMenu ? [inMenu, link] : [link]));
  return (
    <div className={`on-deep ${sheetStyle}`}>
      <div className="flex min-h-18 items-center justify-between">
        <Logo name={site.name} isOnDeep />
        {closeButton}
      </div>
      <nav aria-label="Menu">
        <ul className="font-display text-[min(2.5rem,13vw)] leading-[1.35] font-light tracking-tight normal-nums">
          {inside.map((item) => (
            <MenuItem key={item.label} item={item} groupStyle="mt-3" />
          ))}
        </ul>
        <ul className="mt-6 grid grid-cols-2 border-t border-t-deep-line pt-4">
          {outside.map((item) => (
            <MenuItem key={item.label} item={item} groupStyle="col-span-full mt-3" listStyle="grid grid-cols-2" />
          ))}
        </ul>
      </nav>
      <div className="grid gap-3">
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

/** Renders a link, or a group with its name above its links. */
function MenuItem({ item, groupStyle, listStyle }: { item: NavigationItem; groupStyle: string; listStyle?: string }) {
  if (!("items" in item)) {
    return (
      <li>
        <SiteLink className="full-menu-link" href={item.href}>
          {item.label}
        </SiteLink>
      </li>
    );
  }
  const id = `menu-${item.label.toLowerCase()}`;
  return (
    <li className={groupStyle}>
      <p className="font-sans text-small leading-small font-semibold tracking-[0] text-on-deep-soft" id={id}>
        {item.label}
      </p>
      <ul className={listStyle} aria-labelledby={id}>
        {item.items.map((link) => (
          <MenuItem key={link.href} item={link} groupStyle={groupStyle} />
        ))}
      </ul>
    </li>
  );
}
