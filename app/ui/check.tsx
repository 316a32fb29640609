import type { ComponentProps, ReactNode } from "react";

const box = [
  "size-5.5 accent-action aria-invalid:rounded-[2px] aria-invalid:not-focus-visible:outline-2",
  "aria-invalid:not-focus-visible:outline-offset-2 aria-invalid:not-focus-visible:outline-red-ink",
].join(" ");

type CheckProps = Omit<ComponentProps<"input">, "className"> & {
  type?: "checkbox" | "radio";
  label: string;
  detail?: string | undefined;
};

export const Check = ({ label, detail, type = "radio", ...input }: CheckProps) => (
  <label
    className="grid min-h-(--size-touch) cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-3 leading-[1.4] font-semibold"
    htmlFor={input.id}
  >
    <input className={box} type={type} {...input} />
    <span>
      {label}
      {detail && <span className="block text-small leading-small font-normal text-ink-soft">{detail}</span>}
    </span>
  </label>
);

type ChoiceGroupProps = { legend: string; isLegendSmall?: boolean | undefined; children: ReactNode };

export const ChoiceGroup = ({ legend, isLegendSmall = false, children }: ChoiceGroupProps) => (
  <fieldset className="grid min-w-0 gap-1">
    <legend className={isLegendSmall ? "text-small font-semibold" : "mb-1 font-semibold"}>{legend}</legend>
    {children}
  </fieldset>
);
