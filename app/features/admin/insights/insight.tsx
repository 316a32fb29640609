import { useId, type ReactNode } from "react";

type InsightProps = {
  title: string;
  /** What is counted, in a sentence. */
  note: string;
  children: ReactNode;
};

/** One of the questions that the page answers. */
export function Insight({ title, note, children }: InsightProps) {
  const id = useId();
  return (
    <section className="insight" aria-labelledby={id}>
      <div>
        <h2 className="title" id={id}>
          {title}
        </h2>
        <p className="insight__note">{note}</p>
      </div>
      {children}
    </section>
  );
}
