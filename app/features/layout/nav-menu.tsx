import { useEffect, useRef, type ReactNode } from "react";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { Icon } from "~/ui/icon";
import { Menu } from "~/ui/menu";

const hoverDelay = 200;

type NavMenuProps = {
  label: ReactNode;
  /** The name for screen readers, if the label is not clear enough. */
  name?: string;
  side: "start" | "end";
  children: ReactNode;
};

/** Opens by click and keyboard without scripting, and with it also by hovering. */
export function NavMenu({ label, name, side, children }: NavMenuProps) {
  const { menu, handlers } = useHoverMenu();
  return (
    <details ref={menu} className="relative" {...handlers}>
      <summary className="nav-link" aria-label={name}>
        {label}
        <Icon name="chevron" className="size-3.5 opacity-80" />
      </summary>
      <Menu className={side === "end" ? "-right-3" : "-left-3"}>{children}</Menu>
    </details>
  );
}

function useHoverMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const timer = useRef<number>(undefined);
  const isOpenedByPointer = useRef(false);
  const setOpen = (isOpen: boolean) => {
    if (menu.current) menu.current.open = isOpen;
  };
  const setOpenSoon = (isOpen: boolean) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      isOpenedByPointer.current = isOpen && !menu.current?.open;
      setOpen(isOpen);
    }, hoverDelay);
  };

  useEffect(() => {
    const closeFromOutside = (event: Event) => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    return () => {
      window.clearTimeout(timer.current);
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
    };
  }, []);

  useOnMove(() => setOpen(false));

  const handlers = {
    onPointerEnter: ({ pointerType }: React.PointerEvent) => pointerType === "mouse" && setOpenSoon(true),
    onPointerLeave: ({ pointerType }: React.PointerEvent) => pointerType === "mouse" && setOpenSoon(false),
    onClick: (event: React.MouseEvent) => {
      if (!(event.target instanceof Element && event.target.closest("summary"))) return;
      window.clearTimeout(timer.current);
      // A click on the menu that hovering has just opened must not close it.
      if (isOpenedByPointer.current) event.preventDefault();
      isOpenedByPointer.current = false;
    },
    onKeyDown: ({ key: pressed }: React.KeyboardEvent) => {
      if (pressed !== "Escape" || !menu.current?.open) return;
      setOpen(false);
      menu.current.querySelector("summary")?.focus();
    },
  };
  return { menu, handlers };
}
