import { Form, Link, useNavigate } from "@remix-run/react";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { searchPath, useAdminGroups } from "~/features/layout/shell-items";
import { useIsHydrated } from "~/lib/document";
import { useOnMove } from "~/lib/hooks/navigation-state";
import { iconButtonStyle } from "~/ui/button";
import { inputStyle } from "~/ui/field-frame";
import { Icon } from "~/ui/icon";
import { type FoundGroup, foundOf, longestSearch, searchAddress } from "./found";
import { searchKey, useSearchKey } from "./search-key";
import { useRecords } from "./use-records";

/**
 * Renders the search above the menu: a form that leads to the page of results; with scripting a combobox that shows
 * them.
 */
export function SearchField() {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useIsHydrated();
  const isKeyOn = useSearchKey(field);
  const { typed, groups, isRead, isOpen, chosen, take, close, onKeyDown } = useCombobox(field);
  const links = groups.flatMap((group) => group.links);
  const combobox = {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": isOpen,
    "aria-controls": listId,
    "aria-activedescendant": isOpen && chosen !== null ? optionId(listId, chosen) : undefined,
    "aria-keyshortcuts": isKeyOn ? searchKey : undefined,
  } as const;
  return (
    <Form
      className="group/search relative"
      method="get"
      action={searchPath}
      role="search"
      aria-label="Admin"
      autoComplete="off"
      onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <input
        ref={field}
        className={`${inputStyle} pr-12 placeholder:text-ink-quiet`}
        type="text"
        name="q"
        inputMode="search"
        enterKeyHint="search"
        maxLength={longestSearch}
        placeholder="Search"
        aria-label="Search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => take(target.value)}
        onKeyDown={onKeyDown}
        {...(isHydrated && combobox)}
      />
      {isKeyOn && typed === "" && (
        <kbd
          className="pointer-events-none absolute top-3 right-12 rounded-field border border-line px-1.5 font-sans text-small text-ink-quiet group-focus-within/search:hidden max-md:hidden"
          aria-hidden="true"
        >
          {searchKey}
        </kbd>
      )}
      <button className={`${iconButtonStyle} absolute top-0.5 right-0.5`} type="submit" aria-label="Show all results">
        <Icon name="search" />
      </button>
      {isOpen && <ResultList id={listId} groups={groups} chosen={chosen} all={searchAddress(typed)} isRead={isRead} />}
      <p className="sr-only" role="status">
        {isOpen && isRead && countInWords(links.length)}
      </p>
    </Form>
  );
}

const countInWords = (count: number): string =>
  count === 0 ? "Nothing found" : count === 1 ? "1 result" : `${count} results`;

/** Names an option by its address, so that the choice stays when other results arrive. */
const optionId = (listId: string, href: string): string => `${listId}-${href}`;

/** Returns what is typed, what it finds, and the option that the arrows have chosen. */
function useCombobox(field: RefObject<HTMLInputElement>) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [isWanted, setWanted] = useState(false);
  const [chosenHref, setChosen] = useState<string | null>(null);
  const menu = useAdminGroups();
  const { records, isRead } = useRecords(typed);
  const groups = foundInList(typed, records, menu);
  const hrefs = [...groups.flatMap(({ links }) => links.map(({ href }) => href)), searchAddress(typed)];
  const isOpen = isWanted && typed.trim() !== "";
  const chosen = chosenHref !== null && hrefs.includes(chosenHref) ? chosenHref : null;

  const take = (text: string) => {
    setTyped(text);
    setWanted(true);
    setChosen(null);
  };
  const close = () => {
    setWanted(false);
    setChosen(null);
  };
  const clear = () => {
    if (field.current) field.current.value = "";
    take("");
  };
  useOnMove(clear);
  useEffect(() => {
    // It may have been typed before hydration.
    if (field.current?.value) setTyped(field.current.value);
  }, [field]);

  const move = (step: 1 | -1) => {
    const place = chosen === null ? (step > 0 ? -1 : 0) : hrefs.indexOf(chosen);
    setWanted(true);
    setChosen(hrefs[(place + step + hrefs.length) % hrefs.length] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing || typed.trim() === "") return;
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Enter" && isOpen && chosen !== null) navigate(chosen);
    else if (key === "Escape") (isOpen ? close : clear)();
    else return;
    event.preventDefault();
  };
  return { typed, groups, isRead, isOpen, chosen, take, close, onKeyDown };
}

const mostInList = 8;

const foundInList = (...searched: Parameters<typeof foundOf>): FoundGroup[] =>
  foundOf(...searched).map((group) => ({ ...group, links: group.links.slice(0, mostInList) }));

const listStyle = [
  "grid gap-2 pt-2 md:fixed md:z-1 md:mt-2 md:max-h-[75dvh] md:w-88 md:overflow-y-auto md:overscroll-contain",
  "md:rounded-dialog md:border md:border-line md:bg-surface md:p-2 md:[box-shadow:var(--shadow-float)]",
].join(" ");

type ResultListProps = { id: string; groups: FoundGroup[]; chosen: string | null; all: string; isRead: boolean };

function ResultList({ id, groups, chosen, all, isRead }: ResultListProps) {
  const optionOf = (href: string) => ({ id: optionId(id, href), href, isChosen: href === chosen });
  return (
    // The field keeps the focus: pressing an option only follows it.
    <div
      className={listStyle}
      role="listbox"
      id={id}
      aria-label="Results"
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ heading, links }) => (
        <div key={heading} role="group" aria-label={heading}>
          <p className="px-3 pt-1 text-small font-semibold text-ink-quiet" aria-hidden="true">
            {heading}
          </p>
          {links.map(({ href, label, note }) => (
            <Option key={href} {...optionOf(href)}>
              <span className="wrap-anywhere">{label}</span>
              <span className="block text-small leading-[1.3] wrap-anywhere text-ink-quiet">{note}</span>
            </Option>
          ))}
        </div>
      ))}
      {groups.length === 0 && isRead && (
        <p className="px-3 pt-1 text-ink-soft" aria-hidden="true">
          Nothing found
        </p>
      )}
      <Option {...optionOf(all)}>
        <span className="font-semibold text-accent">Show all results</span>
      </Option>
    </div>
  );
}

type OptionProps = { id: string; href: string; isChosen: boolean; children: ReactNode };

function Option({ id, href, isChosen, children }: OptionProps) {
  const option = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <Link
      ref={option}
      className="block min-h-(--size-touch) rounded-field px-3 py-2 leading-[1.3] text-inherit no-underline hover:bg-sunken aria-selected:bg-chosen aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
      to={href}
      role="option"
      id={id}
      aria-selected={isChosen}
      tabIndex={-1}
      discover="none"
    >
      {children}
    </Link>
  );
}
