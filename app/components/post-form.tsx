import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";

type PostFormProps = Omit<ComponentProps<typeof Form>, "action" | "method"> & { action: string; isBusy: boolean };

/** A form that is posted once, however often its button is pressed meanwhile. */
export function PostForm({ isBusy, ...props }: PostFormProps) {
  return <Form {...props} method="post" preventScrollReset onSubmit={(event) => isBusy && event.preventDefault()} />;
}
