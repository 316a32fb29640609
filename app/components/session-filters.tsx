import { Form, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { listAddress } from "~/lib/list-address";
import { CategoryChips } from "./category-chips";
import { Icon } from "./icon";

export type Chosen = { category: string; location: string };

export type SessionFiltersProps = {
  /** The list's own path. */
  path: string;
  chosen: Chosen;
  presentCategories: string[];
  allCategories: string[];
  /** Empty: there is nothing to choose. */
  locations: string[];
  note: string | null;
};

/** Chips, location and category; each keeps what the others have chosen. */
export function SessionFilters({
  path,
  chosen,
  presentCategories,
  allCategories,
  locations,
  note,
}: SessionFiltersProps) {
  const submit = useSubmit();
  return (
    <div className="filters">
      <CategoryChips
        categories={presentCategories}
        chosen={chosen.category}
        addressOf={(category) => listAddress(path, { ...chosen, category })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:flex-row-reverse">
        <Form
          className="filters__form"
          method="get"
          action={path}
          onChange={({ currentTarget }) => submit(filled(currentTarget), { action: path, preventScrollReset: true })}
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
