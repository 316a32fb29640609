import type { ReactNode } from "react";

export const Lede = ({ role, children }: { role?: "status"; children: ReactNode }) => (
  <p className="max-w-[34em] text-lede text-balance text-ink-soft" role={role}>
    {children}
  </p>
);

export const Eyebrow = ({ size = "normal", children }: { size?: "normal" | "small"; children: ReactNode }) => (
  <p className={`eyebrow ${size === "small" ? "text-body" : "text-[1.1875rem]"}`}>{children}</p>
);

const soldOut = "inline-block font-sans leading-[1.3] font-[700] tracking-[0.08em] whitespace-nowrap text-red-ink";

type SoldOutProps = { size?: "normal" | "large"; className?: string };

export const SoldOut = ({ size = "normal", className = "" }: SoldOutProps) => (
  <span className={`${soldOut} ${size === "large" ? "text-body" : "text-label"} ${className}`}>SOLD OUT</span>
);

/** Shows nothing unless few places are left. */
export const PlacesLeft = ({ count }: { count: number | null }) =>
  count !== null && (
    <span className="block font-sans text-small leading-small text-ink-soft">
      {count === 1 ? "1 place left" : `${count} places left`}
    </span>
  );

const ring =
  "relative pl-7 before:absolute before:top-[0.5em] before:left-0.5 before:size-2.5 before:rounded-[50%] " +
  "before:border-[1.5px] before:border-accent";

export const RingList = ({ items }: { items: string[] }) => (
  <ul className="grid gap-2">
    {items.map((item) => (
      <li key={item} className={ring}>
        {item}
      </li>
    ))}
  </ul>
);

export function TextSections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-text grid-cols-1 gap-4">{children}</div>;
}

export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3.5 not-first:mt-6">
      <h2 className="text-heading mb-0.5">{title}</h2>
      {children}
    </section>
  );
}
