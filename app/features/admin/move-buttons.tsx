import { RowAction } from "~/ui/row-actions";

type MoveButtonsProps = {
  title: string;
  place: number;
  /** The place of the list's last row. */
  last: number;
  /** Where the move is posted, with the fields `of` besides the new place. */
  action: string;
  of: Record<string, string>;
  failure: string;
};

/** Renders the buttons that move a row up or down in a list that the instructor orders. */
export function MoveButtons({ title, place, last, action, of, failure }: MoveButtonsProps) {
  const move = (label: "Up" | "Down", to: number) =>
    to < 0 || to > last ? (
      <span className="size-11" />
    ) : (
      <RowAction
        action={action}
        fields={{ ...of, to: String(to) }}
        label={label}
        icon={label === "Up" ? "arrow-up" : "arrow-down"}
        name={`Move ${title} ${label.toLowerCase()}`}
        failure={{ title: failure }}
      />
    );
  return (
    <>
      {move("Up", place - 1)}
      {move("Down", place + 1)}
    </>
  );
}
