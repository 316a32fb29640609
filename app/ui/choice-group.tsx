import type { ReactNode } from "react";

type ChoiceGroupProps = { legend: string; isLegendSmall?: boolean | undefined; children: ReactNode };

export const ChoiceGroup = ({ legend, isLegendSmall = false, children }: ChoiceGroupProps) => (
  <fieldset className="grid min-w-0 gap-1">
    <legend className={isLegendSmall ? "text-small font-semibold" : "mb-1 font-semibold"}>{legend}</legend>
    {children}
  </fieldset>
);
