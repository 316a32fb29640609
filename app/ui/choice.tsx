type ChoiceProps = {
  legend: string;
  name: string;
  options: { value: string; label: string }[];
  /** The one that is chosen already. */
  chosen: string;
};

/** One of a few, each with a sentence of its own. */
export function Choice({ legend, name, options, chosen }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className="check">
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
