import type { ComponentProps } from "react";

/** A list of cards in one column, from 768 px in three. */
export const ThreeColumns = (props: Omit<ComponentProps<"ul">, "className">) => (
  <ul className="grid gap-9 md:grid-cols-3 md:gap-x-7 md:gap-y-11" {...props} />
);
