import { Link } from "@remix-run/react";
import { Icon } from "~/ui/icon";

type FigureRowProps = { figure: number | string; label: string; to: string };

/** Shows a figure, what it counts, and the page that lists it. */
export function FigureRow({ figure, label, to }: FigureRowProps) {
  return (
    <li>
      <Link
        className="flex min-h-14 flex-wrap items-center gap-x-5 px-5 py-2.5 text-inherit no-underline hover:bg-sunken"
        to={to}
      >
        <span className="min-w-9 font-display text-[2rem] leading-none font-light tracking-[-0.03em] normal-nums">
          {figure}
        </span>
        <span className="min-w-0 flex-[1_1_12rem]">{label}</span>
        <Icon name="arrow-right" className="text-accent" />
      </Link>
    </li>
  );
}
