import { type ReactNode, useEffect, useRef, useState } from "react";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { inertIf, useIsBehindDialog, usePagePath, useSite } from "~/lib/site";
import { Icon, type IconName } from "~/ui/icon";
import { PostForm } from "~/ui/post-form";
import { Logo } from "./logo";
import { MenuButton } from "~/ui/menu";
import { SignOutGuard } from "./sign-out-guard";
import { nearestItem, searchPath, type ShellGroup, type ShellItem } from "./shell-items";
import { SiteLink } from "./site-link";

type AppShellProps = {
  label: string;
  /** The heading, where a user has more than one sidebar. */
  heading?: string;
  /** The field above the menu. */
  search?: ReactNode;
  groups: ShellGroup[];
  end: ReactNode;
  children: ReactNode;
};

const mainStyle = [
  "grid min-w-0 content-start gap-6 px-(--space-gutter) pt-7 pb-16 *:min-w-0 [&>.contents>*]:min-w-0",
  "md:max-w-328 md:gap-7 md:px-[clamp(1.5rem,3.2vw,3rem)] md:pt-9",
].join(" ");

const columnStyle = "flex flex-col gap-7 overflow-y-auto overscroll-contain px-4 py-6";

/** The look of the sidebar, which is above the page for what the search finds. */
const sidebarStyle = `sticky top-0 z-8 h-dvh ${columnStyle} dense:gap-3 dense:py-4`;

const drawerStyle = `fixed inset-y-0 left-0 z-11 w-[min(18rem,100vw-5rem)] bg-surface [box-shadow:var(--shadow-float)] ${columnStyle}`;

const barStyle = [
  "flex min-h-16 items-center justify-between gap-4 border-b border-b-line bg-surface px-(--space-gutter)",
  "md:hidden print:hidden",
].join(" ");

const headingStyle = "px-3.5 text-small font-semibold text-ink-quiet";

const groupStyle = [
  "flex min-h-(--size-touch) items-center justify-between gap-3 rounded-round px-3.5 text-small font-semibold text-ink-quiet",
  "hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2 dense:min-h-9",
].join(" ");

const itemStyle = [
  "flex min-h-(--size-touch) w-full items-center gap-3 rounded-round px-3.5 py-1 text-left text-[1rem] dense:min-h-9 dense:py-0",
  "text-ink-soft no-underline hover:bg-sunken hover:text-ink focus-visible:-outline-offset-2",
  "aria-[current]:bg-chosen aria-[current]:font-semibold aria-[current]:text-ink",
].join(" ");

/** Renders the frame of the signed-in pages: a sidebar, below 768 px a bar with a drawer. */
export function AppShell({ label, heading, search, groups, end, children }: AppShellProps) {
  const name = useSite()?.name ?? "Breathroom";
  const isBehind = useIsBehindDialog();
  const side = useCurrentInView();
  useReloadOnReturn();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const all = groups.flatMap(({ items }) => items);
  const sidebar = (
    <>
      <Logo name={name} className="px-3.5" />
      {search}
      <nav className="flex flex-1 flex-col gap-2 dense:gap-1" aria-label={label}>
        {heading && <p className={headingStyle}>{heading}</p>}
        {groups.map((group) => (
          <ShellItems key={group.heading ?? ""} {...group} all={all} />
        ))}
        <ul className="mt-auto">
          <li>{end}</li>
        </ul>
      </nav>
    </>
  );
  return (
    <>
      <div {...inertIf(isBehind)}>
        <a className="skip print:hidden" href="#main">
          Skip to content
        </a>
      </div>
      <div className="min-h-dvh md:grid md:grid-cols-[min(15.5rem,33vw)_minmax(0,1fr)] print:block">
        <header
          className="hidden md:block md:border-r md:border-r-line md:bg-surface print:hidden"
          {...inertIf(isBehind)}
        >
          <div className={sidebarStyle} ref={side} data-dense={heading !== undefined || undefined}>
            {sidebar}
          </div>
        </header>
        <header className={barStyle} {...inertIf(isBehind)}>
          <div {...inertIf(isDrawerOpen)}>
            <Logo name={name} />
          </div>
          <Drawer onToggle={setDrawerOpen}>{sidebar}</Drawer>
        </header>
        <main id="main" tabIndex={-1} className={mainStyle} {...inertIf(isDrawerOpen)}>
          {children}
        </main>
      </div>
      <SignOutGuard />
    </>
  );
}

/** Reloads a page that the browser kept and shows again: the user may have been signed out since, also elsewhere. */
function useReloadOnReturn(): void {
  useEffect(() => {
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.location.reload();
    };
    window.addEventListener("pageshow", reload);
    return () => window.removeEventListener("pageshow", reload);
  }, []);
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

function ShellItems({ items, all, heading }: ShellGroup & { all: ShellItem[] }) {
  const path = usePagePath();
  const links = items.map((item) => ({ ...item, current: currentness(item.href, path, all) }));
  const list = (
    <ul className="grid gap-0.5 dense:gap-0" aria-label={heading}>
      {links.map(({ label, href, icon, current }) => (
        <li key={href}>
          <ShellLink href={href} icon={icon} current={current}>
            {label}
          </ShellLink>
        </li>
      ))}
    </ul>
  );
  if (heading === undefined) return list;
  return (
    <details className="group/fold" open={links.some(({ current }) => current) || undefined}>
      <summary className={groupStyle}>
        {heading}
        <Icon name="chevron" className="icon--s group-open/fold:rotate-180" />
      </summary>
      {list}
    </details>
  );
}

type ShellLinkProps = { href: string; icon: IconName; current?: "page" | "true" | undefined; children: string };

export function ShellLink({ href, icon, current, children }: ShellLinkProps) {
  return (
    <SiteLink className={itemStyle} href={href} aria-current={current}>
      <Icon name={icon} className={current && "text-accent"} />
      {children}
    </SiteLink>
  );
}

/** A page without an item belongs to the nearest one above it; the search to none. */
function currentness(href: string, path: string, items: ShellItem[]): "page" | "true" | undefined {
  const page = path.replace(/(?<=.)\/$/, "");
  if (href === page) return "page";
  if (page === searchPath) return undefined;
  return href === nearestItem(page, items)?.href ? "true" : undefined;
}

export function SignOutItem() {
  return (
    <PostForm
      action="/sign-out"
      isBusy={false}
      failure={{ title: "Error during logout", text: "There was a problem logging out." }}
    >
      <button className={itemStyle} type="submit">
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
      if (event.key !== "Escape" || event.defaultPrevented || !drawer.current?.open) return;
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
    <details
      ref={drawer}
      className="group -mr-2.5"
      data-covers-page
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <MenuButton className="relative z-12 group-open:bg-surface group-open:hover:bg-surface" />
      {/* For pointers only: the keyboard has Escape and the button. */}
      <div className="fixed inset-0 z-10 bg-scrim" aria-hidden="true" onPointerDown={close} />
      <div className={drawerStyle}>{children}</div>
    </details>
  );
}
