import { Form, Link } from "@remix-run/react";
import { useChoices } from "~/lib/forms/choices";
import { listAddress } from "~/lib/list-address";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/card";
import { Icon } from "~/ui/icon";

type ChosenFilters = { category: string; location: string };

export type SessionFiltersProps = {
  path: string;
  chosen: ChosenFilters;
  presentCategories: string[];
  allCategories: string[];
  /** The filter is hidden if there are none. */
  locations: string[];
  note: string | null;
  /** Other parameters of the address that a choice keeps. */
  kept?: Record<string, string>;
};

const filterStack = "grid grid-cols-1 gap-3.5 pb-6 md:gap-5 md:pb-11";

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
    <div className={filterStack}>
      <CategoryChips
        categories={presentCategories}
        chosen={chosen.category}
        addressOf={(category) => listAddress(path, { ...kept, ...chosen, category })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:flex-row-reverse">
        <Form
          ref={form}
          className="flex flex-wrap items-center gap-2"
          method="get"
          action={path}
          autoComplete="off"
          onChange={choose}
        >
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
    <span className="relative inline-flex">
      <select className="listbox" name={name} aria-label={label} defaultValue={value}>
        <option value="">{all}</option>
        {(value && !options.includes(value) ? [...options, value] : options).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <Icon name="chevron" className="pointer-events-none absolute top-1/2 right-4 size-4 [translate:0_-50%]" />
    </span>
  );
}

const chipRow =
  "-mx-(--space-gutter) flex gap-2 overflow-x-auto px-(--space-gutter) py-1 [scrollbar-width:none] " +
  "md:-mx-1 md:flex-wrap md:px-1";

type CategoryChipsProps = { categories: string[]; chosen: string; addressOf: (category: string) => string };

function CategoryChips({ categories, chosen, addressOf }: CategoryChipsProps) {
  return (
    <nav aria-label="Category">
      <ul className={chipRow}>
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

type NoSessionsProps = {
  kind: "upcoming" | "past";
  /** The text without filters. */
  none: string;
  chosen: { category: string; location: string };
  path: string;
  kept?: Record<string, string>;
};

/** Says that there are no sessions, or none that match the filters, with a link to all. */
export function NoSessions({ kind, none, chosen: { category, location }, path, kept = {} }: NoSessionsProps) {
  if (!category && !location) return <EmptyState>{none}</EmptyState>;
  const isOnline = location.toLowerCase() === "online";
  const inCategory = category && ` in the "${category}" category`;
  const inPlace = location && (isOnline ? " online" : ` in ${location}`);
  return (
    <EmptyState action={{ label: "Show all sessions", to: listAddress(path, kept) }}>
      {`No ${kind} sessions${inCategory}${inPlace}.`}
    </EmptyState>
  );
}
