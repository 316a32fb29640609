import { useEffect, useRef, type ReactNode } from "react";
import { useOnMove } from "~/lib/hooks/on-move";
import { Icon } from "../../ui/icon";

type DrawerProps = { onToggle: (isOpen: boolean) => void; children: ReactNode };

/** Slides in from the left: a disclosure on its own; with scripting Escape, a press beside it and a followed link close it. */
export function Drawer({ onToggle, children }: DrawerProps) {
  const drawer = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (drawer.current) drawer.current.open = false;
  };
  useOnMove(close);
  // It may have been opened before the script came.
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
      {/* For a pointer only: Escape and the button are there for everybody. */}
      <div className="drawer__scrim" aria-hidden="true" onPointerDown={close} />
      <div className="drawer__panel">{children}</div>
    </details>
  );
}
