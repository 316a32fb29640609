import { ButtonLink } from "~/ui/button";

type MonthNavProps = { path: string; period: { earlier: string; later: string | null } };

/** Leads to the months before and after the one that a page shows. */
export const MonthNav = ({ path, period: { earlier, later } }: MonthNavProps) => (
  <nav className="flex flex-wrap gap-2" aria-label="Months">
    <ButtonLink kind="quiet" size="small" to={`${path}?month=${earlier}`}>
      Earlier
    </ButtonLink>
    {later && (
      <ButtonLink kind="quiet" size="small" to={`${path}?month=${later}`}>
        Later
      </ButtonLink>
    )}
  </nav>
);
