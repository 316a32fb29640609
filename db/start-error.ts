/** The process can't start as it is set up; the message is one line for whoever started it. */
export class StartError extends Error {
  override name = "StartError";
}
