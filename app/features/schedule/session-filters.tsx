import { Form, Link } from "@remix-run/react";
import { useChoices } from "~/lib/forms/choices";
import { listAddress } from "~/lib/list-address";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

type Chosen = { category: string; location: string };

export type SessionFiltersProps = {
  path: string;
  chosen: Chosen;
  presentCategories: string[];
  allCategories: string[];
  /** The filter is hidden if there are none. */
  locations: string[];
  note: string | null;
  /** Other parameters of the address that a choice keeps. */
  kept?: Record<string, string>;
};

/** Each filter keeps the choices of the others. */
export function SessionFilters({
  path,
  presentCategories,
  allCategories,
  locations,
  note,
  ...props
}: SessionFiltersProps) {
  const { kept = {} } = props;
  const chosen = {
    category: spelledAs([...allCategories, ...presentCategories], props.chosen.category),
    location: spelledAs(locations, props.chosen.location),
  };
  const { form, choose } = useChoices(path, chosen);
  return (
    <div className="filters">
      <CategoryChips
        categories={presentCategories}
        chosen={chosen.category}
        addressOf={(category) => listAddress(path, { ...kept, ...chosen, category })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:flex-row-reverse">
        <Form ref={form} className="filters__form" method="get" action={path} autoComplete="off" onChange={choose}>
          {Object.entries(kept).map(
            ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
          )}
          {allCategories.length > 0 && (
            <Listbox
              label="Category"
              name="category"
              all="All Categories"
              options={allCategories}
              value={chosen.category}
            />
          )}
          {locations.length > 0 && (
            <Listbox label="Location" name="location" all="All Locations" options={locations} value={chosen.location} />
          )}
          <Button kind="quiet" size="small" className="[@media(scripting:enabled)]:hidden" type="submit">
            Show
          </Button>
        </Form>
        {note && <p className="text-small leading-small text-ink-quiet">{note}</p>}
      </div>
    </div>
  );
}

/** Returns the option that a choice means: filters ignore letter case. */
const spelledAs = (options: string[], choice: string): string =>
  options.find((option) => option.toLowerCase() === choice.toLowerCase()) ?? choice;

type ListboxProps = { label: string; name: string; all: string; options: string[]; value: string };

function Listbox({ label, name, all, options, value }: ListboxProps) {
  return (
    <span className="listbox">
      <select name={name} aria-label={label} defaultValue={value}>
        <option value="">{all}</option>
        {(value && !options.includes(value) ? [...options, value] : options).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

type CategoryChipsProps = { categories: string[]; chosen: string; addressOf: (category: string) => string };

function CategoryChips({ categories, chosen, addressOf }: CategoryChipsProps) {
  return (
    <nav aria-label="Category">
      <ul className="chips">
        {["", ...categories].map((category) => (
          <li key={category}>
            <Link
              className="chip"
              to={addressOf(category)}
              aria-current={category === chosen ? "true" : undefined}
              discover="none"
              preventScrollReset
            >
              {category || "All"}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
