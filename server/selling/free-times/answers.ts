import type { Queryable, Transaction } from "@db/client";
import { oneToOneAnswers, type OneToOneQuestion } from "@db/schema";
import { asc, eq, inArray } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { decrypt, encrypt, type EncryptionSettings, unreadableNote } from "../../core/encryption";
import { DomainError } from "../../core/errors";
import { versionOf } from "../../core/forms";
import type { TypedAnswers } from "./answer-fields";

export const choicesOf = ({ choices }: Pick<OneToOneQuestion, "choices">): string[] =>
  (choices ?? "")
    .split("\n")
    .map((choice) => choice.trim())
    .filter(Boolean);

/** What a form shows of a question. */
export type ShownQuestion = {
  number: number;
  kind: OneToOneQuestion["kind"];
  label: string;
  choices: string[];
  isRequired: boolean;
  isPrivate: boolean;
};

export const showQuestions = (questions: OneToOneQuestion[]): { questions: ShownQuestion[]; version: string } => ({
  questions: questions.map((question) => ({
    number: question.number,
    kind: question.kind,
    label: question.label,
    choices: choicesOf(question),
    isRequired: question.isRequired,
    isPrivate: question.isPrivate,
  })),
  version: versionOf(questions.map(({ id, label, kind, choices }) => [id, label, kind, choices])),
});

type GivenAnswer = { number: number; question: string; answer: string; isPrivate: boolean };

/** Returns the answers to what is asked now. Throws invalid, with the field of the answer. */
export function readAnswers(questions: OneToOneQuestion[], typed: TypedAnswers): GivenAnswer[] {
  if (questions.length > 0 && typed.questionsVersion !== showQuestions(questions).version) {
    throw new DomainError("invalid", "The questions have changed. Please look at them again.");
  }
  return questions.flatMap((question): GivenAnswer[] => {
    const field = fieldOf(question.number);
    const answer = typed[field]?.trim() ?? "";
    if (answer === "") {
      if (question.isRequired) throw new DomainError("invalid", "Please answer this", { field });
      return [];
    }
    const allowed = { text: null, yes_no: ["Yes", "No"], choice: choicesOf(question) }[question.kind];
    if (allowed && !allowed.includes(answer)) throw new DomainError("invalid", "Please choose an answer", { field });
    return [{ number: question.number, question: question.label, answer, isPrivate: question.isPrivate }];
  });
}

/** Returns what was typed beside the questions that are asked now, as it would be stored. */
export const matchAnswers = (questions: Pick<OneToOneQuestion, "number" | "label">[], typed: TypedAnswers) =>
  questions.flatMap(({ number, label }): StoredAnswer[] => {
    const answer = typed[fieldOf(number)]?.trim() ?? "";
    return answer === "" ? [] : [{ question: label, answer }];
  });

const fields = ["answer1", "answer2", "answer3", "answer4", "answer5"] as const;

const fieldOf = (number: number) => fields[number - 1] ?? "answer5";

export async function storeAnswers(
  tx: Transaction,
  settings: EncryptionSettings,
  { sessionId, answers }: { sessionId: string; answers: GivenAnswer[] },
): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ number, question, answer, isPrivate }) => {
    const id = randomUUID();
    const stored = isPrivate ? { sealedAnswer: sealAnswer(settings, id, answer) } : { answer };
    return { id, sessionId, number, question, ...stored };
  });
  await tx.insert(oneToOneAnswers).values(rows);
}

const subjectOf = (id: string): string => `answer ${id}`;

export type StoredAnswer = { question: string; answer: string };

/** Returns the answers of sessions, for the instructor or who gave them. Never throws for a lost key. */
export async function readAnswersOf(
  db: Queryable,
  settings: EncryptionSettings,
  sessionIds: string[],
): Promise<Map<string, StoredAnswer[]>> {
  const found = new Map<string, StoredAnswer[]>();
  if (sessionIds.length === 0) return found;
  const rows = await db
    .select()
    .from(oneToOneAnswers)
    .where(inArray(oneToOneAnswers.sessionId, sessionIds))
    .orderBy(asc(oneToOneAnswers.number));
  for (const row of rows) {
    const answer = row.answer ?? unsealAnswer(settings, row.id, row.sealedAnswer ?? "") ?? unreadableNote;
    found.set(row.sessionId, [...(found.get(row.sessionId) ?? []), { question: row.question, answer }]);
  }
  return found;
}

/** Encrypts an answer for one row only. */
export const sealAnswer = (settings: EncryptionSettings, id: string, answer: string): string =>
  encrypt(settings, answer, subjectOf(id));

/** Returns null if the key is lost. */
export function unsealAnswer(settings: EncryptionSettings, id: string, sealed: string): string | null {
  try {
    return decrypt(settings, sealed, subjectOf(id));
  } catch {
    return null;
  }
}

/** Takes the answers along to the session that a booking is moved to. */
export async function moveAnswers(tx: Transaction, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(oneToOneAnswers).set({ sessionId: to }).where(eq(oneToOneAnswers.sessionId, from));
}
