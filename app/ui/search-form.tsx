import { Form } from "@remix-run/react";
import { useChoices } from "~/lib/forms/choices";
import { Button } from "./button";
import { FieldFrame, inputStyle } from "./field-frame";

type SearchFormProps = {
  /** The page that lists what is found, by its parameter `q`. */
  path: string;
  search: string;
  label: string;
  placeholder: string;
  className: string;
};

/** Searches a list that visitors see. */
export function SearchForm({ path, search, label, placeholder, className }: SearchFormProps) {
  const { form, choose } = useChoices(path, { q: search });
  return (
    <Form
      ref={form}
      className={`${className} grid max-w-text gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end`}
      role="search"
      action={path}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <FieldFrame label={label} id="q">
        <input
          className={inputStyle}
          id="q"
          type="search"
          name="q"
          maxLength={100}
          defaultValue={search}
          placeholder={placeholder}
        />
      </FieldFrame>
      <Button type="submit">Search</Button>
    </Form>
  );
}
