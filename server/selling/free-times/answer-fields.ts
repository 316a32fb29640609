import type { z } from "zod";
import { formVersion } from "../../core/forms";
import { typedText } from "../../core/input-schemas";

const answer = () => typedText(1000).optional();

/** The answers, by the number of their question, and which questions were shown. */
export const answerFields = {
  answer1: answer(),
  answer2: answer(),
  answer3: answer(),
  answer4: answer(),
  answer5: answer(),
  questionsVersion: formVersion.optional(),
};
export type TypedAnswers = z.infer<z.ZodObject<typeof answerFields>>;
