import { Link } from "@remix-run/react";

type CategoryChipsProps = { categories: string[]; chosen: string; addressOf: (category: string) => string };

/** All, and one chip for each category. */
export function CategoryChips({ categories, chosen, addressOf }: CategoryChipsProps) {
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
