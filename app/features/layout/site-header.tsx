import { useSite, usePagePath } from "~/lib/site";
import type { Navigation, NavigationItem } from "~/lib/navigation";
import { BurgerMenu } from "./burger-menu";
import { CurrencyMenu } from "./currency-picker";
import { Logo } from "./logo";
import { NavMenu } from "./nav-menu";
import { SiteLink } from "./site-link";

export function SiteHeader() {
  const site = useSite();
  return (
    <header className="top">
      <div className="wrap top__in">
        <Logo name={site?.name ?? "Breathroom"} />
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

function TopNavigation({ navigation: { start, end, account } }: { navigation: Navigation }) {
  return (
    <nav className="topnav" aria-label="Main">
      <ul>
        {start.map((item) => (
          <TopItem key={item.label} item={item} side="start" />
        ))}
      </ul>
      <ul>
        {end.map((item) => (
          <TopItem key={item.label} item={item} side="end" />
        ))}
        <li>
          <CurrencyMenu />
        </li>
        {account.map(({ label, href }) => (
          <li key={label}>
            <SiteLink className="btn btn--quiet btn--small" href={href}>
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
              <SiteLink href={href}>{label}</SiteLink>
            </li>
          ))}
        </NavMenu>
      ) : (
        <SiteLink className="navlink" href={item.href} aria-current={currentness(item.href, path)}>
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
