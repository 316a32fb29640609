import { useId, type ReactNode } from "react";

type CardProps = { title: string; badge?: ReactNode; children: ReactNode };

export function Card({ title, badge, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 className="title" id={id}>
          {title}
        </h2>
        {badge}
      </div>
      <div className="card__body">{children}</div>
    </section>
  );
}
