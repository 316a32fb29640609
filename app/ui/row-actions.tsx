import { Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/connection/failure-toast";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { Icon } from "./icon";
import { PostForm } from "./post-form";

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

type RowActionProps = {
  /** Where it is posted to, and what with. */
  action: string;
  fields: Record<string, string>;
  label: string;
  /** What it does and to whom, where the label alone does not say: "Sync Hannah Okafor’s order". */
  name: string;
  className?: string;
  failure?: FormFailure;
};

/** One button that acts at once: a form of its own. */
export function RowAction({ action, fields, label, name, failure, ...props }: RowActionProps) {
  const { className = "btn btn--quiet btn--small" } = props;
  const isBusy = useIsPosted(fields);
  return (
    <PostForm action={action} isBusy={isBusy} failure={failure}>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button className={className} type="submit" aria-label={name} aria-disabled={isBusy || undefined}>
        {isBusy ? "Processing..." : label}
      </button>
    </PostForm>
  );
}

function useIsPosted(fields: Record<string, string>): boolean {
  const { formMethod, formData } = useNavigation();
  return formMethod === "POST" && Object.entries(fields).every(([field, value]) => formData?.get(field) === value);
}
