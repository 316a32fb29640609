import type { FieldMetadata } from "@conform-to/react";
import type { ShownQuestion } from "@server/selling/free-times/answers";
import { ChoiceField, SelectField, TextAreaField } from "~/ui/fields";
import { FieldNote } from "~/ui/field-frame";

type AnswerName = "answer1" | "answer2" | "answer3" | "answer4" | "answer5";
export type AnswerFields = Record<AnswerName, FieldMetadata<string | undefined>>;

export type AskedQuestions = { questions: ShownQuestion[]; version: string };

type QuestionFieldsProps = { asked: AskedQuestions; fields: AnswerFields };

/** Asks what the instructor wants to know before a one-to-one session. */
export function QuestionFields({ asked: { questions, version }, fields }: QuestionFieldsProps) {
  if (questions.length === 0) return null;
  return (
    <div className="grid gap-4.5">
      <input type="hidden" name="questionsVersion" value={version} />
      {questions.map((question) => (
        <QuestionField key={question.number} question={question} field={fields[nameOf(question)]} />
      ))}
    </div>
  );
}

const names: AnswerName[] = ["answer1", "answer2", "answer3", "answer4", "answer5"];

const nameOf = ({ number }: ShownQuestion): AnswerName => names[number - 1] ?? "answer5";

type QuestionFieldProps = { question: ShownQuestion; field: FieldMetadata<string | undefined> };

function QuestionField({ question, field }: QuestionFieldProps) {
  const { kind, choices, isRequired, isPrivate } = question;
  const label = isRequired ? question.label : `${question.label} (optional)`;
  const hint = isPrivate ? "Only I read this. It is stored encrypted." : undefined;
  if (kind === "text") return <TextAreaField label={label} field={field} hint={hint} rows={2} maxLength={1000} />;
  if (kind === "choice") {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <SelectField label={label} field={field} hint={hint} options={options}>
        <option value="">Please choose</option>
      </SelectField>
    );
  }
  return (
    <div>
      <ChoiceField legend={label} name={field.name} options={yesAndNo} chosen={field.initialValue ?? ""} />
      <FieldNote id={field.id} hint={hint} error={field.errors?.[0]} />
    </div>
  );
}

const yesAndNo = ["Yes", "No"].map((value) => ({ value, label: value }));
