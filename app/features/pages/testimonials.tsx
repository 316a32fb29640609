import type { Testimonial } from "@server/catalogue/testimonials/schemas";
import { useId } from "react";

type TestimonialsProps = { testimonials: Testimonial[]; className: string };

/** Shows what people have said about the sessions; nothing if there is nothing. */
export function Testimonials({ testimonials, className }: TestimonialsProps) {
  const headingId = useId();
  if (testimonials.length === 0) return null;
  return (
    <section className={`${className} border-t border-line pt-10`} aria-labelledby={headingId}>
      <h2 className="text-heading" id={headingId}>
        What people say
      </h2>
      <ul className="mt-7 grid gap-8 md:auto-cols-fr md:grid-flow-col md:gap-10">
        {testimonials.map((testimonial) => (
          <li key={testimonial.quote}>
            <Quote {...testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Quote = ({ quote, name, line }: Testimonial) => (
  <figure className="grid max-w-text content-start gap-3">
    <blockquote>
      <p className="wrap-anywhere whitespace-pre-line">“{quote}”</p>
    </blockquote>
    <figcaption className="text-ink-soft">
      <span className="block wrap-anywhere font-semibold text-ink">{name}</span>
      {line && <span className="block wrap-anywhere">{line}</span>}
    </figcaption>
  </figure>
);
