import { type ComponentProps, type ReactNode, useId } from "react";
import { PostForm } from "~/ui/post-form";
import { ButtonLink } from "./button";
import { EmptyCircles } from "./drawings";
import { TextLink } from "./link";

type CardProps = { title: string; badge?: ReactNode; children: ReactNode };

/** The frame of a card, without the padding at its bottom. */
export const cardFrame = "min-w-0 rounded-paper border border-line bg-surface px-5 pt-6 md:px-7 md:pt-7";

export function Card({ title, badge, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${cardFrame} pb-4`} aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 className="text-title" id={id}>
          {title}
        </h2>
        {badge}
      </div>
      <div className="grid justify-items-start gap-4 pb-3 [&>form]:w-full [&>p]:max-w-text [&>p]:text-ink-soft">
        {children}
      </div>
    </section>
  );
}

export const CardLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <TextLink className="-my-2.5 inline-flex min-h-(--size-touch) items-center text-small xs:whitespace-nowrap" to={to}>
    {children}
  </TextLink>
);

export const emptyFrame = "grid justify-items-center gap-4 px-6 py-12 text-center";
export const emptyText = "max-w-[24em] text-ink-soft";

type Action = { label: string; to: string };
type EmptyStateProps = { children: ReactNode; action?: Action | undefined; otherAction?: Action };

export function EmptyState({ children, action, otherAction }: EmptyStateProps) {
  return (
    <div className={`${cardFrame} pb-4`}>
      <div className={emptyFrame}>
        <EmptyCircles />
        <p className={emptyText}>{children}</p>
        {action && (
          <p className="flex max-w-[24em] flex-wrap justify-center gap-3">
            <ButtonLink to={action.to}>{action.label}</ButtonLink>
            {otherAction && <ButtonLink to={otherAction.to}>{otherAction.label}</ButtonLink>}
          </p>
        )}
      </div>
    </div>
  );
}

export const FormCard = (props: ComponentProps<typeof PostForm>) => (
  <PostForm {...props} className={`${cardFrame} grid w-full max-w-text grid-cols-1 gap-5 pb-6`} />
);

/** Shows the way back and the submit button, which comes first on narrow screens. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col-reverse gap-3 border-t border-line pt-5 *:whitespace-normal md:flex-row md:justify-end">
    {children}
  </div>
);
