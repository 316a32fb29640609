import { Link } from "@remix-run/react";

export function Logo({ name }: { name: string }) {
  return (
    <Link className="logo" to="/">
      <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <circle cx="14" cy="14" r="12.5" />
        <circle cx="14" cy="17" r="9.5" />
        <circle className="core" cx="14" cy="20.5" r="5" />
      </svg>
      {name}
    </Link>
  );
}
