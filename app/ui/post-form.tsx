import { Form } from "@remix-run/react";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { type FormFailure, noteFailure } from "~/lib/connection/lost-request";
import { useIsPostRefused, useSite } from "~/lib/site";
import { BusyRing, Button, type ButtonStyle } from "./button";

type PostFormProps = Omit<ComponentProps<typeof Form>, "action" | "method" | "onSubmit"> & {
  action: string;
  isBusy: boolean;
  /**
   * What is shown when the form can't be sent or gets no answer; by the pressed button's intent if there are several.
   */
  failure?: FormFailure | ((intent: string | null) => FormFailure | undefined) | undefined;
};

/** Prevents posting twice while a request is running. Shows no button where an impersonating admin is refused. */
export function PostForm({ isBusy, failure, children, ...props }: PostFormProps) {
  const accountMark = useSite()?.accountMark;
  const isRefused = useIsPostRefused(props.action);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault();
    noteFailure(props.action, typeof failure === "function" ? failure(intentOf(event)) : failure);
  };
  return (
    <Form {...props} method="post" preventScrollReset onSubmit={submit}>
      {accountMark && <input type="hidden" name="accountMark" value={accountMark} />}
      {isRefused ? (
        <fieldset className="contents [&_[type=submit]]:hidden" disabled>
          {children}
        </fieldset>
      ) : (
        children
      )}
    </Form>
  );
}

function intentOf({ nativeEvent }: FormEvent<HTMLFormElement>): string | null {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter?.getAttribute("name") === "intent" ? submitter.getAttribute("value") : null;
}

type SubmitButtonProps = ButtonStyle &
  Pick<ComponentProps<"button">, "name" | "value" | "className"> & {
    isBusy: boolean;
    busyLabel?: string;
    children: ReactNode;
  };

export function SubmitButton({ isBusy, busyLabel = "Processing...", children, ...style }: SubmitButtonProps) {
  return (
    <Button {...style} isBusy={isBusy} type="submit" aria-disabled={isBusy || undefined}>
      {isBusy && <BusyRing />}
      {isBusy ? busyLabel : children}
    </Button>
  );
}
