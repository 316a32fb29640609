import { Form } from "@remix-run/react";
import { useId } from "react";
import { useChoices } from "~/lib/forms/choices";
import { listAddress, type Sorting } from "~/lib/list-address";
import { Button } from "./button";
import { Icon } from "./icon";
import { FieldFrame, inputStyle, selectStyle } from "./field-frame";
import { TextLink } from "./link";

type SelectFilter = {
  name: string;
  label: string;
  all: string;
  options: { value: string; label: string }[];
};

type FilterBarProps = {
  path: string;
  label: string;
  chosen: Record<string, string>;
  /** Other parameters of the address that stay, such as its tab. */
  keep?: Record<string, string>;
  search?: string;
  selects?: SelectFilter[];
  hasDates?: boolean;
  /** The order, shown only where the list has no column heads to sort by. */
  sorting?: Sorting | undefined;
  submitLabel?: string;
};

const unfolded =
  "unfolds:contents unfolds:details-content:contents unfolds:details-content:[content-visibility:visible]";
const pair = "grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3.5 max-md:col-span-full md:contents";

/** Renders a GET form over a list, whose address can be bookmarked. Below 768 px all but the search is folded. */
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
      className="grid items-end gap-3.5 xs:grid-cols-[minmax(0,1fr)_auto] md:flex md:flex-wrap"
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
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <Control
          type="search"
          name="search"
          label={search}
          value={chosen.search}
          className={`md:max-w-104 md:flex-[1_1_16rem] ${isFolded ? "max-md:col-span-full" : ""}`}
        />
      )}
      {!search && <Selects selects={selects} chosen={chosen} />}
      {isFolded && (
        <details className={`group/more max-md:open:col-span-full ${unfolded}`} open={isUsed}>
          <summary className="inline-flex min-h-12 items-center gap-1.5 text-small font-semibold text-accent unfolds:hidden">
            {hasDates || selects.length > 0 ? "More filters" : "Sort"}
            <Icon name="chevron" className="icon--s group-open/more:rotate-180" />
          </summary>
          <div className="grid gap-3.5 md:contents">
            {search && <Selects selects={selects} chosen={chosen} />}
            {hasDates && (
              <div className={pair}>
                <Control type="date" name="from" label="From" value={chosen.from} />
                <Control type="date" name="until" label="Until" value={chosen.until} />
              </div>
            )}
            {sorting && <SortSelect sorting={sorting} />}
          </div>
        </details>
      )}
      <div className="flex items-center gap-4">
        <Button kind="quiet" type="submit">
          {submitLabel === "Search" && <Icon name="search" className="icon--s" />}
          {submitLabel}
        </Button>
        {Object.values(chosen).some(Boolean) && (
          <TextLink
            className="inline-flex min-h-11 min-w-11 items-center gap-2"
            to={listAddress(path, keep)}
            preventScrollReset
          >
            Clear
          </TextLink>
        )}
      </div>
    </Form>
  );
}

type SelectsProps = { selects: SelectFilter[]; chosen: Record<string, string> };

function Selects({ selects, chosen }: SelectsProps) {
  if (selects.length === 0) return null;
  return (
    <div className={pair}>
      {selects.map((select) => (
        <Select key={select.name} select={select} value={chosen[select.name] ?? ""} />
      ))}
    </div>
  );
}

/** The default order has no value, so that it stays out of the address. */
const sortValue = ({ by, options }: Sorting): string => (by === options[0]?.value ? "" : by);

/** Sorts cards, which have no column heads; hidden where heads do the sorting. */
function SortSelect({ sorting }: { sorting: Sorting }) {
  const [usual, ...others] = sorting.options;
  const select = { name: "sort", label: "Sort by", all: usual?.label ?? "", options: others };
  return <Select select={select} value={sortValue(sorting)} className="min-[77rem]:hidden" />;
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
    <FieldFrame className={`md:min-w-40 ${className}`} label={label} id={id}>
      <input className={inputStyle} id={id} defaultValue={value} maxLength={100} {...input} />
    </FieldFrame>
  );
}

type SelectProps = { select: SelectFilter; value: string; className?: string };

function Select({ select: { name, label, all, options }, value, className = "" }: SelectProps) {
  const id = useId();
  return (
    <FieldFrame className={`md:min-w-40 ${className}`} label={label} id={id}>
      <select className={selectStyle} id={id} name={name} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
