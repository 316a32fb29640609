import type { ReactNode } from "react";

export function TextSections({ children }: { children: ReactNode }) {
  return <div className="grid max-w-text gap-4">{children}</div>;
}

export function TextSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3.5 not-first:mt-6">
      <h2 className="text-heading mb-0.5">{title}</h2>
      {children}
    </section>
  );
}
