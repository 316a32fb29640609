import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { inertIf, useIsBehindDialog, usePagePath, useSite } from "~/lib/site";
import { Icon } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import { Logo } from "./logo";
import { nearestItem, type ShellItem } from "./shell-items";
import { SiteLink } from "./site-link";

type AppShellProps = {
  label: string;
  /** Shown where a user has more than one sidebar. */
  heading?: string;
  items: ShellItem[];
  further?: { heading: string; items: ShellItem[] };
  end: ReactNode;
  children: ReactNode;
};

/** The frame of the signed-in pages: a sidebar, below 768 px a bar with a drawer. */
export function AppShell({ label, heading, items, further, end, children }: AppShellProps) {
  const name = useSite()?.name ?? "Breathroom";
  const isBehind = useIsBehindDialog();
  const side = useCurrentInView();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const all = [...items, ...(further?.items ?? [])];
  const sidebar = (
    <>
      <Logo name={name} />
      <nav className="side__body" aria-label={label}>
        {heading && <p className="side__heading">{heading}</p>}
        <ShellItems items={items} all={all} />
        {further && further.items.length > 0 && (
          <div>
            <p className="side__heading" aria-hidden="true">
              {further.heading}
            </p>
            <ShellItems items={further.items} all={all} heading={further.heading} />
          </div>
        )}
        <ul className="side__nav side__nav--end">
          <li>{end}</li>
        </ul>
      </nav>
    </>
  );
  return (
    <>
      <div {...inertIf(isBehind)}>
        <a className="skip" href="#main">
          Skip to content
        </a>
      </div>
      <div className="shell">
        <header className="side" {...inertIf(isBehind)}>
          <div className="side__in" ref={side}>
            {sidebar}
          </div>
        </header>
        <header className="bar" {...inertIf(isBehind)}>
          <div {...inertIf(isDrawerOpen)}>
            <Logo name={name} />
          </div>
          <Drawer onToggle={setDrawerOpen}>{sidebar}</Drawer>
        </header>
        <main id="main" tabIndex={-1} className="shell__main" {...inertIf(isDrawerOpen)}>
          {children}
        </main>
      </div>
    </>
  );
}

/** Scrolls a sidebar that is taller than the window to its current item. */
function useCurrentInView() {
  const side = useRef<HTMLDivElement>(null);
  const path = usePagePath();
  useEffect(() => {
    side.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return side;
}

type ShellItemsProps = { items: ShellItem[]; all: ShellItem[]; heading?: string };

function ShellItems({ items, all, heading }: ShellItemsProps) {
  const path = usePagePath();
  return (
    <ul className="side__nav" aria-label={heading}>
      {items.map(({ label, href, icon }) => (
        <li key={href}>
          <SiteLink className="side__link" href={href} aria-current={currentness(href, path, all)}>
            <Icon name={icon} />
            {label}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/** A page without an item belongs to the nearest one above it. */
function currentness(href: string, path: string, items: ShellItem[]): "page" | "true" | undefined {
  const page = path.replace(/(?<=.)\/$/, "");
  if (href === page) return "page";
  return href === nearestItem(page, items)?.href ? "true" : undefined;
}

export function SignOutItem() {
  return (
    <PostForm
      action="/sign-out"
      isBusy={false}
      failure={{ title: "Error during logout", text: "There was a problem logging out." }}
    >
      <button className="side__link" type="submit">
        <Icon name="sign-out" />
        Sign Out
      </button>
    </PostForm>
  );
}

type DrawerProps = { onToggle: (isOpen: boolean) => void; children: ReactNode };

/** Works as a disclosure without scripting; with it Escape, a press outside and a followed link close it. */
function Drawer({ onToggle, children }: DrawerProps) {
  const drawer = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (drawer.current) drawer.current.open = false;
  };
  useOnMove(close);
  // The visitor may have opened it before hydration.
  useEffect(() => onToggle(drawer.current?.open === true), [onToggle]);
  useEffect(() => {
    const wide = window.matchMedia("(width >= 48rem)");
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !drawer.current?.open) return;
      close();
      drawer.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", closeByKey);
    wide.addEventListener("change", close);
    return () => {
      document.removeEventListener("keydown", closeByKey);
      wide.removeEventListener("change", close);
    };
  }, []);

  return (
    <details ref={drawer} className="drawer" onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className="iconbtn" aria-label="Menu">
        <Icon name="menu" className="drawer__open" />
        <Icon name="close" className="drawer__close" />
      </summary>
      {/* For pointers only: the keyboard has Escape and the button. */}
      <div className="drawer__scrim" aria-hidden="true" onPointerDown={close} />
      <div className="drawer__panel">{children}</div>
    </details>
  );
}
