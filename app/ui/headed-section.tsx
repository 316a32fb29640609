import { type ReactNode, useId } from "react";

type HeadedSectionProps = { heading: string; children: ReactNode };

/** Renders a part of a page under a heading that names it. */
export function HeadedSection({ heading, children }: HeadedSectionProps) {
  const id = useId();
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h2 className="text-heading" id={id}>
        {heading}
      </h2>
      {children}
    </section>
  );
}
