import { Link } from "@remix-run/react";
import { CardLink } from "~/ui/card";
import { Icon } from "~/ui/icon";
import { RowList } from "~/ui/list";
import type { FoundGroup } from "./found";
import { HeadedSection } from "~/ui/headed-section";

/** Shows one kind of results on the page of the search. */
export function FoundRows({ heading, links, more }: FoundGroup) {
  return (
    <HeadedSection heading={heading}>
      <RowList>
        {links.map(({ href, label, note }) => (
          <li key={href}>
            <Link
              className="flex min-h-14 items-center gap-5 px-5 py-2.5 text-inherit no-underline hover:bg-sunken"
              to={href}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{label}</span>
                <span className="block text-small wrap-anywhere text-ink-soft">{note}</span>
              </span>
              <Icon name="arrow-right" className="text-accent" />
            </Link>
          </li>
        ))}
      </RowList>
      {more && <CardLink to={more.href}>{more.label}</CardLink>}
    </HeadedSection>
  );
}
