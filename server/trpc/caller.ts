import { createCallerFactory } from "./init";
import { appRouter } from "./root";

/** Calls procedures from within the process, through the same doors as the browser's calls. */
export const createCaller = createCallerFactory(appRouter);
