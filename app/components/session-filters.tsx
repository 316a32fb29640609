import { Form, Link, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Icon } from "./icon";

export type Chosen = { category: string; location: string };

type SessionFiltersProps = {
  chosen: Chosen;
  presentCategories: string[];
  allCategories: string[];
  /** Empty: there is nothing to choose. */
  locations: string[];
  note: string | null;
};

/** Chips, location and category; each keeps what the others have chosen. */
export function SessionFilters({ chosen, presentCategories, allCategories, locations, note }: SessionFiltersProps) {
  const submit = useSubmit();
  return (
    <div className="filters">
      <nav aria-label="Category">
        <ul className="chips">
          {["", ...presentCategories].map((category) => (
            <li key={category}>
              <Link
                className="chip"
                to={addressOf({ ...chosen, category })}
                aria-current={category === chosen.category ? "true" : undefined}
                discover="none"
                preventScrollReset
              >
                {category || "All"}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:flex-row-reverse">
        <Form
          className="filters__form"
          method="get"
          action="/"
          onChange={({ currentTarget }) => submit(filled(currentTarget), { action: "/", preventScrollReset: true })}
        >
          <Listbox
            label="Category"
            name="category"
            all="All Categories"
            options={allCategories}
            value={chosen.category}
          />
          {locations.length > 0 && (
            <Listbox label="Location" name="location" all="All Locations" options={locations} value={chosen.location} />
          )}
          <button className="btn btn--quiet btn--small filters__show" type="submit">
            Show
          </button>
        </Form>
        {note && <p className="text-small text-ink-quiet">{note}</p>}
      </div>
    </div>
  );
}

/** The schedule's address with the filters that are set. */
export function addressOf({ category, location }: Chosen, page = 1): string {
  const query = new URLSearchParams();
  if (category) query.set("category", category);
  if (location) query.set("location", location);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/?${query}` : "/";
}

function filled(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") query.set(name, value);
  }
  return query;
}

type ListboxProps = { label: string; name: string; all: string; options: string[]; value: string };

function Listbox({ label, name, all, options, value }: ListboxProps) {
  const select = useRef<HTMLSelectElement>(null);

  // The chips and the way back choose too. Nothing is controlled: what is being chosen must not jump back.
  useEffect(() => {
    if (select.current) select.current.value = value;
  }, [value]);

  return (
    <span className="listbox">
      <select ref={select} name={name} aria-label={label} defaultValue={value}>
        <option value="">{all}</option>
        {(value && !options.includes(value) ? [...options, value] : options).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}
