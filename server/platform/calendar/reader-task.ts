import { decodeText } from "../../core/decode-text";
import { CalendarReadError } from "./calendar-lines";
import { type DavResponse, readMultistatus } from "./multistatus";
import { type ReadCalendar, readBusy, type Reading } from "./read-busy";

/** What the reader is asked: everything that others have written is read by it alone. */
export type ReaderTask =
  | {
      kind: "busy";
      body: Uint8Array;
      /** Whether it is a CalDAV server's answer; else a calendar. */
      isCaldav: boolean;
      reading: Reading;
    }
  | {
      kind: "responses";
      body: Uint8Array;
      /** Only files with exactly this UID; null for all. */
      uid: string | null;
    };

/** What it answers to each kind of task. */
export type ReaderAnswers = { busy: ReadCalendar; responses: Omit<DavResponse, "data">[] };

export type ReaderReply = { answer: ReaderAnswers[keyof ReaderAnswers] } | { failure: CalendarReadError["reason"] };

/** Does a task. Never throws: what no rule expects makes a calendar unreadable, too. */
export function replyTo(task: ReaderTask): ReaderReply {
  try {
    const text = decodeText(task.body)?.text ?? new TextDecoder().decode(task.body);
    if (task.kind === "responses") return { answer: readResponses(text, task.uid) };
    return { answer: readBusy(task.isCaldav ? calendarIn(text) : text, task.reading) };
  } catch (error) {
    return { failure: error instanceof CalendarReadError ? error.reason : "damaged" };
  }
}

/** Returns the events of a CalDAV server's answer as one iCalendar text. */
function calendarIn(xml: string): string {
  const texts = readMultistatus(xml).flatMap(({ data }) => data ?? []);
  return texts.length > 0 ? texts.join("\r\n") : "BEGIN:VCALENDAR\r\nEND:VCALENDAR";
}

function readResponses(xml: string, uid: string | null) {
  const found = readMultistatus(xml).filter(({ data }) => uid === null || uidsIn(data ?? "").includes(uid));
  return found.map(({ data: _, ...response }) => response);
}

const uidsIn = (calendar: string): string[] =>
  (calendar.replaceAll(/\r?\n[ \t]/g, "").match(/^UID:.*$/gim) ?? []).map((line) => line.slice("UID:".length).trim());
