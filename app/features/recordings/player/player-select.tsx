import { useId } from "react";
import { Icon } from "~/ui/icon";

type PlayerSelectProps = {
  label: string;
  value: string;
  isOff: boolean;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
};

export function PlayerSelect({ label, value, isOff, options, onChoose }: PlayerSelectProps) {
  const id = useId();
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label className="text-small text-ink-soft" htmlFor={id}>
        {label}
      </label>
      <span className="relative inline-flex">
        <select
          className="listbox"
          id={id}
          value={value}
          disabled={isOff}
          onChange={({ target }) => onChoose(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute top-1/2 right-4 size-4 [translate:0_-50%]" />
      </span>
    </p>
  );
}
