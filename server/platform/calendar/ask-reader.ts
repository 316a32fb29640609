import { Worker } from "node:worker_threads";
import { CalendarReadError } from "./calendar-lines";
import type { ReaderAnswers, ReaderReply, ReaderTask } from "./reader-task";

/** The most time that reading may take, in milliseconds. */
const longestReadingMs = 10_000;

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/**
 * Reads what others have written in a thread that is ended when the time or the signal is over, or when it needs too much
 * memory, so that this process goes on answering. `program` is the thread's file. Throws a CalendarReadError, and
 * the signal's reason if that ends before it is read.
 */
export async function askReader<Kind extends keyof ReaderAnswers>(
  program: string,
  task: ReaderTask & { kind: Kind },
  signal: AbortSignal,
): Promise<ReaderAnswers[Kind]> {
  await takeTurn(signal);
  try {
    const reply = await runThread(program, task, signal);
    if ("failure" in reply) throw new CalendarReadError(reply.failure);
    return reply.answer as ReaderAnswers[Kind];
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function runThread(program: string, task: ReaderTask, signal: AbortSignal): Promise<ReaderReply> {
  // Neither this process's settings, which are secret, nor its options are for the thread.
  const thread = new Worker(program, { workerData: task, resourceLimits, env: {}, execArgv: [] });
  const reading = new Promise<ReaderReply>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new CalendarReadError("too_costly") : error),
    );
  });
  const over = new Promise<never>((_resolve, reject) => {
    const giveUp = () => reject(new CalendarReadError("too_costly"));
    const timer = setTimeout(giveUp, longestReadingMs);
    thread.once("exit", () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      giveUp();
    });
    signal.addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([reading, over]).finally(() => thread.terminate());
}

/** Each thread takes a processor. */
const mostAtOnce = 2;
let running = 0;
const waiting: (() => void)[] = [];

function takeTurn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener("abort", leave);
      running += 1;
      resolve();
    };
    const leave = () => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason as Error);
    };
    if (running < mostAtOnce) return begin();
    signal.addEventListener("abort", leave, { once: true });
    waiting.push(begin);
  });
}
