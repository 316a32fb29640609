import { Link, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/connection/lost-request";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { buttonStyle, iconButtonStyle } from "./button";
import { Icon, type IconName } from "./icon";
import { Menu } from "./menu";
import { PostForm } from "./post-form";

type MenuLink = { label: string; to: string; name?: string; isDangerous?: boolean };
/** An action that needs no confirmation. */
type MenuForm = { label: string; name: string; action: string; fields: Record<string, string>; failure?: FormFailure };

/** Sends a form elsewhere on the page: cheaper in long lists than a form in each row. */
type MenuButton = { label: string; name: string; form: string; field: { name: string; value: string } };

type MenuItem = MenuLink | MenuForm | MenuButton;

type RowMenuProps = {
  /** A name such as "Change Hannah Okafor’s order". */
  name: string;
  /** The items, mostly links, because an action asks for confirmation on its own page. */
  items: MenuItem[];
};

/** Works as a disclosure without scripting; with it Escape and a press outside close it. */
export function RowMenu({ name, items }: RowMenuProps) {
  const menu = useClosing();
  if (items.length === 0) return null;
  return (
    <details ref={menu} className="relative">
      <summary className={iconButtonStyle} aria-label={name}>
        <Icon name="more" className="stroke-[2.2]" />
      </summary>
      <Menu className="right-0 z-5 text-left">
        {items.map((item) => (
          <li key={item.label}>
            <Item {...item} />
          </li>
        ))}
      </Menu>
    </details>
  );
}

function Item(item: MenuItem) {
  if ("to" in item) return <MenuItemLink {...item} />;
  return "form" in item ? <MenuItemButton {...item} /> : <MenuItemForm {...item} />;
}

const MenuItemLink = ({ label, to, name, isDangerous = false }: MenuLink) => (
  <Link className={`menu-item ${isDangerous ? "text-red-ink" : ""}`} to={to} aria-label={name} discover="none">
    {label}
  </Link>
);

function MenuItemForm({ label, name, action, fields, failure }: MenuForm) {
  const isBusy = useIsPosted(fields);
  return (
    <PostForm action={action} isBusy={isBusy} failure={failure}>
      <HiddenFields fields={fields} />
      <button className="menu-item" type="submit" aria-label={name} aria-disabled={isBusy || undefined}>
        {isBusy ? "Processing..." : label}
      </button>
    </PostForm>
  );
}

function MenuItemButton({ label, name, form, field }: MenuButton) {
  const isBusy = useIsPosted({ [field.name]: field.value });
  return (
    <button
      className="menu-item"
      type="submit"
      form={form}
      {...field}
      aria-label={name}
      aria-disabled={isBusy || undefined}
    >
      {isBusy ? "Processing..." : label}
    </button>
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
  action: string;
  fields: Record<string, string>;
  label: string;
  /** The name for screen readers, where the label alone is not clear: "Sync Hannah Okafor’s order". */
  name: string;
  kind?: "solid" | "quiet";
  /** The icon in place of the label. */
  icon?: IconName;
  failure?: FormFailure;
};

/** Stands above the link that covers its row. */
export function RowAction({ action, fields, label, name, kind = "quiet", icon, failure }: RowActionProps) {
  const className = icon ? iconButtonStyle : buttonStyle({ kind, size: kind === "quiet" ? "small" : "normal" });
  const isBusy = useIsPosted(fields);
  return (
    <PostForm className="relative" action={action} isBusy={isBusy} failure={failure}>
      <HiddenFields fields={fields} />
      <button className={className} type="submit" aria-label={name} aria-disabled={isBusy || undefined}>
        {icon ? <Icon name={icon} /> : isBusy ? "Processing..." : label}
      </button>
    </PostForm>
  );
}

const HiddenFields = ({ fields }: { fields: Record<string, string> }) =>
  Object.entries(fields).map(([field, value]) => <input key={field} type="hidden" name={field} value={value} />);

function useIsPosted(fields: Record<string, string>): boolean {
  const { formMethod, formData } = useNavigation();
  return formMethod === "POST" && Object.entries(fields).every(([field, value]) => formData?.get(field) === value);
}
