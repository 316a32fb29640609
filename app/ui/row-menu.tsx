import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useOnMove } from "~/lib/hooks/on-move";
import { Icon } from "./icon";

type RowMenuProps = {
  /** "Change Hannah Okafor’s order" */
  name: string;
  /** Links, as what is done from here is asked for once more. */
  items: { label: string; to: string }[];
};

/** What else can be done to a row: a disclosure on its own; with scripting Escape and a press beside it close it. */
export function RowMenu({ name, items }: RowMenuProps) {
  const menu = useClosing();
  if (items.length === 0) return null;
  return (
    <details ref={menu} className="rowmenu">
      <summary className="iconbtn" aria-label={name}>
        <Icon name="more" />
      </summary>
      <ul className="menu">
        {items.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} discover="none">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function useClosing() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  useOnMove(close);
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) close();
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menu.current?.open) return;
      close();
      menu.current.querySelector("summary")?.focus();
    };
    document.addEventListener("pointerdown", closeFromOutside);
    document.addEventListener("focusin", closeFromOutside);
    document.addEventListener("keydown", closeByKey);
    return () => {
      document.removeEventListener("pointerdown", closeFromOutside);
      document.removeEventListener("focusin", closeFromOutside);
      document.removeEventListener("keydown", closeByKey);
    };
  }, []);
  return menu;
}
