import type { ComponentProps, ReactNode } from "react";
import { cardFrame } from "~/ui/card";
import { PostForm } from "~/ui/post-form";

export const FormCard = (props: ComponentProps<typeof PostForm>) => (
  <PostForm {...props} className={`${cardFrame} grid w-full max-w-text grid-cols-1 gap-5 pb-6`} />
);

/** The way back and the submit button, which comes first on narrow screens. */
export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col-reverse gap-3 border-t border-line pt-5 *:whitespace-normal md:flex-row md:justify-end">
    {children}
  </div>
);
