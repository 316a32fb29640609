import type { OfficeLink, EditPage } from "@server/catalogue/products/office/product-office";
import { TextLink } from "~/ui/link";
import { HeadedSection } from "~/ui/headed-section";

/** Says what those pay who have a product. */
export const WhatIsPaid = ({ sentences, note }: NonNullable<EditPage["paid"]>) => (
  <HeadedSection heading="What members pay">
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
    <p className="mt-2 text-ink-soft">{note}</p>
  </HeadedSection>
);

/** Lists who has booked a product. */
export const Buyers = ({ rows, nothing }: NonNullable<EditPage["buyers"]>) => (
  <section className="grid gap-3" aria-labelledby="buyers">
    <h2 className="text-title" id="buyers">
      Booked by
    </h2>
    {rows.length === 0 ? (
      <p className="text-ink-soft">{nothing}</p>
    ) : (
      <ul className="border-t border-line">
        {rows.map(({ ref, name, email, facts }) => (
          <li key={ref} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-line py-3.5">
            <TextLink to={`/admin/orders/purchase/${ref}`}>{name}</TextLink>
            <span className="break-words text-ink-soft">{email}</span>
            <span className="text-ink-soft">{facts}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

/** Leads to what else is done with a product. */
export const LinksBelow = ({ links }: { links: OfficeLink[] }) =>
  links.length > 0 && (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      {links.map(({ label, to }) => (
        <TextLink key={to} to={to}>
          {label}
        </TextLink>
      ))}
    </p>
  );
