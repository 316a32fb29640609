import type { NewProductPage } from "@server/catalogue/products/office/product-office";
import { EmptyState } from "~/ui/card";
import { TextLink } from "~/ui/link";

/** Asks what a new product is made of. */
export function ProductChoice({
  choices: { links, nothing, add },
}: {
  choices: NonNullable<NewProductPage["choices"]>;
}) {
  if (links.length === 0) return <EmptyState action={add}>{nothing}</EmptyState>;
  return (
    <ul className="border-t border-line">
      {links.map(({ label, to }) => (
        <li key={to} className="border-b border-line py-3.5">
          <TextLink to={to}>{label}</TextLink>
        </li>
      ))}
    </ul>
  );
}
