import { Form, Link } from "@remix-run/react";
import { useId } from "react";
import { useChoices } from "~/lib/forms/choices";
import { listAddress, type Sorting } from "~/lib/list-address";
import { Icon } from "./icon";

type SelectFilter = {
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
  /** In what order the list stands. Where its columns have heads, those lead to the other orders. */
  sorting?: Sorting | undefined;
  /** What the button says where nothing is searched. */
  submitLabel?: string;
};

/**
 * Search, selects and dates over a list, as a plain form whose address can be kept. A changed select needs no button. A
 * phone shows what is searched, and folds the rest until it is used.
 */
export function FilterBar(props: FilterBarProps) {
  const { path, label, chosen, keep = {}, search, selects = [], hasDates = false, submitLabel = "Search" } = props;
  const { sorting } = props;
  const isFolded = hasDates || sorting !== undefined || (search !== undefined && selects.length > 0);
  const sort = sorting ? sortValue(sorting) : "";
  const isUsed = sort !== "" || Object.entries(chosen).some(([name, value]) => value && name !== "search");
  const { form, choose } = useChoices(path, { ...chosen, ...(sorting && { sort }) });
  return (
    <Form
      ref={form}
      className="filterbar"
      method="get"
      action={path}
      role="search"
      aria-label={label}
      autoComplete="off"
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
      onChange={({ target }) => target instanceof HTMLSelectElement && choose()}
    >
      {Object.entries(keep).map(([name, value]) => value && <input key={name} type="hidden" {...{ name, value }} />)}
      {search && (
        <Control type="search" name="search" label={search} value={chosen.search} className="filterbar__wide" />
      )}
      {!search && <Selects selects={selects} chosen={chosen} />}
      {isFolded && (
        <details className="filterbar__more" open={isUsed}>
          <summary>
            {hasDates || selects.length > 0 ? "More filters" : "Sort"}
            <Icon name="chevron" className="icon--s" />
          </summary>
          <div className="filterbar__fold">
            {search && <Selects selects={selects} chosen={chosen} />}
            {hasDates && (
              <div className="filterbar__pair">
                <Control type="date" name="from" label="From" value={chosen.from} />
                <Control type="date" name="until" label="Until" value={chosen.until} />
              </div>
            )}
            {sorting && <SortSelect sorting={sorting} />}
          </div>
        </details>
      )}
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

type SelectsProps = { selects: SelectFilter[]; chosen: Record<string, string> };

/** Two of them share a row. */
function Selects({ selects, chosen }: SelectsProps) {
  if (selects.length === 0) return null;
  return (
    <div className="filterbar__pair">
      {selects.map((select) => (
        <Select key={select.name} select={select} value={chosen[select.name] ?? ""} />
      ))}
    </div>
  );
}

/** The usual order has no value, so that it stays out of an address. */
const sortValue = ({ by, options }: Sorting): string => (by === options[0]?.value ? "" : by);

/** For cards, which have no heads; where there are heads it is out of sight, and says what they have chosen. */
function SortSelect({ sorting }: { sorting: Sorting }) {
  const [usual, ...others] = sorting.options;
  const select = { name: "sort", label: "Sort by", all: usual?.label ?? "", options: others };
  return <Select select={select} value={sortValue(sorting)} className="filterbar__sort" />;
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

type SelectProps = { select: SelectFilter; value: string; className?: string };

function Select({ select: { name, label, all, options }, value, className = "" }: SelectProps) {
  const id = useId();
  return (
    <div className={`field ${className}`}>
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
