import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import { listAddress } from "~/lib/list-address";
import { Icon } from "../icon";

export type SelectFilter = {
  name: string;
  label: string;
  /** "All statuses": nothing chosen. */
  all: string;
  options: { value: string; label: string }[];
};

type FilterBarProps = {
  /** The list's own path, and what it is called. */
  path: string;
  label: string;
  /** What is chosen, by the names of the fields; an empty string is no choice. */
  chosen: Record<string, string>;
  /** Other choices of the same address, as its tab: kept. */
  keep?: Record<string, string>;
  /** What is searched: the label of a field named `search`. */
  search?: string;
  selects?: SelectFilter[];
  /** Fields named `from` and `until`. */
  hasDates?: boolean;
  /** What the button says where nothing is searched. */
  submitLabel?: string;
};

/** Search, selects and dates over a list, as a plain form whose address can be kept. A changed select needs no button. */
export function FilterBar(props: FilterBarProps) {
  const { path, label, chosen, keep = {}, search, selects = [], hasDates = false, submitLabel = "Search" } = props;
  const submit = useSubmit();
  const form = useFollowing(chosen);
  return (
    <Form
      ref={form}
      className="filterbar"
      method="get"
      action={path}
      role="search"
      aria-label={label}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault();
        submit(filledIn(event.currentTarget), { action: path, preventScrollReset: true });
      }}
      onChange={({ target, currentTarget }) =>
        target instanceof HTMLSelectElement &&
        submit(filledIn(currentTarget), { action: path, preventScrollReset: true })
      }
    >
      {Object.entries(keep).map(([name, value]) => value && <input key={name} type="hidden" {...{ name, value }} />)}
      {search && (
        <Control type="search" name="search" label={search} value={chosen.search} className="filterbar__wide" />
      )}
      {selects.map((select) => (
        <Select key={select.name} select={select} value={chosen[select.name] ?? ""} />
      ))}
      {hasDates && <Control type="date" name="from" label="From" value={chosen.from} />}
      {hasDates && <Control type="date" name="until" label="Until" value={chosen.until} />}
      <div className="filterbar__act">
        <button className="btn btn--quiet" type="submit">
          {submitLabel === "Search" && <Icon name="search" className="icon--s" />}
          {submitLabel}
        </button>
        {Object.values(chosen).some(Boolean) && (
          <Link className="link link--bare" to={listAddress(path, keep)} preventScrollReset>
            Clear
          </Link>
        )}
      </div>
    </Form>
  );
}

/** Clearing and the way back choose too; what has the focus is left alone. */
function useFollowing(chosen: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null);
  const wanted = JSON.stringify(chosen);
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(wanted) as Record<string, string>)) {
      const control = form.current?.elements.namedItem(name);
      const isControl = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
      if (isControl && control !== document.activeElement) control.value = value;
    }
  }, [wanted]);
  return form;
}

function filledIn(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value.trim() !== "") query.set(name, value.trim());
  }
  return query;
}

type ControlProps = {
  type: "search" | "date";
  name: string;
  label: string;
  value: string | undefined;
  className?: string;
};

function Control({ label, value = "", className = "", ...input }: ControlProps) {
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input className="input" id={id} defaultValue={value} maxLength={100} {...input} />
    </div>
  );
}

function Select({ select: { name, label, all, options }, value }: { select: SelectFilter; value: string }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
