import { Link } from "@remix-run/react";

type LogoProps = { name: string; isOnDeep?: boolean; className?: string };

export function Logo({ name, isOnDeep = false, className = "" }: LogoProps) {
  const color = isOnDeep ? "text-inherit" : "text-ink";
  return (
    <Link className={`logo ${color} ${className}`} to="/">
      <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
        <circle cx="14" cy="14" r="12.5" />
        <circle cx="14" cy="17" r="9.5" />
        <circle className={`stroke-none ${isOnDeep ? "fill-deep-core" : "fill-accent"}`} cx="14" cy="20.5" r="5" />
      </svg>
      {name}
    </Link>
  );
}
