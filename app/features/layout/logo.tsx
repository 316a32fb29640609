import { Link } from "@remix-run/react";
import { type Site, useSite } from "~/lib/site";

type LogoProps = {
  name: string;
  isOnDeep?: boolean;
  className?: string;
  /** Loads home anew: before the site has an admin there is none, and the server leads elsewhere. */
  reloadDocument?: boolean;
};

/** Shows the instructor's own logo, else the site's mark and name. */
export function Logo({ name, isOnDeep = false, className = "", reloadDocument = false }: LogoProps) {
  const own = useSite()?.look?.logo;
  const color = isOnDeep ? "text-inherit" : "text-ink";
  return (
    <Link className={`logo ${color} ${className}`} to="/" reloadDocument={reloadDocument}>
      {own ? <OwnLogo logo={own} name={name} isOnDeep={isOnDeep} /> : <Mark isOnDeep={isOnDeep} />}
      {!own && name}
    </Link>
  );
}

type OwnLogoProps = { logo: NonNullable<NonNullable<Site["look"]>["logo"]>; name: string; isOnDeep: boolean };

/** Stands on paper wherever the ground is dark: most logos are drawn for a light one. */
function OwnLogo({ logo: { path, width, height }, name, isOnDeep }: OwnLogoProps) {
  const paper = isOnDeep ? "rounded-paper bg-paper p-1.5" : "dark:rounded-paper dark:bg-paper dark:p-1.5";
  return (
    <img
      className={`h-auto max-h-12 w-auto max-w-44 object-contain ${paper}`}
      src={path}
      alt={name}
      width={width}
      height={height}
    />
  );
}

const Mark = ({ isOnDeep }: { isOnDeep: boolean }) => (
  <svg viewBox="0 0 28 28" aria-hidden="true" focusable="false">
    <circle cx="14" cy="14" r="12.5" />
    <circle cx="14" cy="17" r="9.5" />
    <circle className={`stroke-none ${isOnDeep ? "fill-deep-core" : "fill-accent"}`} cx="14" cy="20.5" r="5" />
  </svg>
);
