import { useSite, usePagePath } from "~/lib/site";
import type { Navigation, NavigationItem } from "~/lib/navigation";
import { BurgerMenu } from "./burger-menu";
import { CurrencyMenu } from "./currency-picker";
import { Logo } from "./logo";
import { buttonStyle } from "~/ui/button";
import { NavMenu } from "./nav-menu";
import { SiteLink } from "./site-link";

export function SiteHeader() {
  const site = useSite();
  return (
    <header className="relative z-5 print:hidden">
      <div className="page-width flex min-h-18 items-center justify-between gap-8 md:min-h-22 md:gap-2 lg:gap-8">
        <Logo name={site?.name ?? "Breathroom"} className="md:gap-2 md:text-subtitle lg:gap-2.5 lg:text-title" />
        {site && (
          <>
            <TopNavigation navigation={site.navigation} />
            <BurgerMenu />
          </>
        )}
      </div>
    </header>
  );
}

const rowStyle = "flex flex-wrap items-center gap-1.5 min-[60rem]:gap-2 min-[80rem]:gap-4.5";

/** Makes room for the admin's two buttons on the narrowest tablets. */
const crowdedRowStyle = `${rowStyle} max-[60rem]:gap-0`;

const accountStyle = "max-lg:px-3.5 max-[60rem]:px-2 max-[60rem]:text-[0.875rem]";

function TopNavigation({ navigation: { start, end, account } }: { navigation: Navigation }) {
  const style = account.length > 1 ? crowdedRowStyle : rowStyle;
  return (
    <nav className="hidden flex-1 flex-wrap items-center justify-between gap-1 md:flex lg:gap-6" aria-label="Main">
      <ul className={style}>
        {start.map((item) => (
          <TopItem key={item.label} item={item} side="start" />
        ))}
      </ul>
      <ul className={style}>
        {end.map((item) => (
          <TopItem key={item.label} item={item} side="end" />
        ))}
        <li>
          <CurrencyMenu />
        </li>
        {account.map(({ label, href }) => (
          <li key={label} className="max-[60rem]:last:ml-1">
            <SiteLink className={`${buttonStyle({ kind: "quiet", size: "small" })} ${accountStyle}`} href={href}>
              {label}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TopItem({ item, side }: { item: NavigationItem; side: "start" | "end" }) {
  const path = usePagePath();
  return (
    <li>
      {"items" in item ? (
        <NavMenu label={item.label} side={side}>
          {item.items.map(({ label, href }) => (
            <li key={label}>
              <SiteLink className="menu-item" href={href}>
                {label}
              </SiteLink>
            </li>
          ))}
        </NavMenu>
      ) : (
        <SiteLink className="nav-link" href={item.href} aria-current={currentness(item.href, path)}>
          {item.label}
        </SiteLink>
      )}
    </li>
  );
}

/** The pages of sessions belong to the schedule. */
function currentness(href: string, path: string): "page" | "true" | undefined {
  if (href === path) return "page";
  return href === "/" && /^\/(session|live-sessions)/.test(path) ? "true" : undefined;
}
