import { parentPort, workerData } from "node:worker_threads";
import { replyTo, type ReaderTask } from "./reader-task";

/** The program of the thread that reads calendars: a bundle of its own, which does one task. */
parentPort?.postMessage(replyTo(workerData as ReaderTask));
