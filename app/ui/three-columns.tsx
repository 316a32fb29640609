import type { ComponentProps } from "react";

export const ThreeColumns = (props: Omit<ComponentProps<"ul">, "className">) => (
  <ul className="grid gap-9 md:grid-cols-3 md:gap-x-7 md:gap-y-11" {...props} />
);
