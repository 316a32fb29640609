/** The process can't start as it is configured; the message is one line for the operator. */
export class StartError extends Error {
  override name = "StartError";
}
