import express, { type NextFunction, type Request, type Response, type Router } from "express";
import { z } from "zod";
import { routes, type Operation } from "./api-routes";
import type { LocalStripeControl } from "./control";

const operations = ["*", ...routes.map((route) => route.operation)] as ["*", ...Operation[]];
const email = z.string().optional();
const count = z.int().min(1).max(100).optional();
const milliseconds = z.int().min(0).max(60_000).optional();
const session = z.strictObject({ sessionId: z.string() });
const charge = z.strictObject({ chargeId: z.string() });
const amount = z.int().min(1);
const cards = ["accepted", "declined", "lost", "authenticated", "refused"] as const;
const ofPayment = <Shape extends z.ZodRawShape>(shape: Shape) => z.union([session.extend(shape), charge.extend(shape)]);

const commands = {
  fail: z.strictObject({
    operation: z.enum(operations),
    email,
    sessionId: z.string().optional(),
    times: count,
    status: z.int().min(400).max(599).optional(),
    param: z.string().optional(),
    drop: z.boolean().optional(),
    withoutUrl: z.boolean().optional(),
    afterEffect: z.boolean().optional(),
  }),
  webhooks: z.strictObject({ email, hold: z.boolean().optional(), delayMs: milliseconds, copies: count }),
  hold: z.strictObject({ email }),
  release: z.strictObject({
    email,
    order: z.union([z.enum(["created", "reverse"]), z.array(z.string())]).optional(),
    copies: count,
    delayMs: milliseconds,
  }),
  payNow: session.extend({ card: z.enum(cards).optional() }),
  declineNow: session,
  payLater: session,
  settleLater: session.extend({ status: z.enum(["succeeded", "failed"]) }),
  payElsewhere: z.strictObject({
    amount,
    currency: z.enum(["gbp", "eur", "usd"]).optional(),
    isWithoutIntent: z.boolean().optional(),
  }),
  warnOfFraud: z.union([session, charge]),
  refund: ofPayment({
    amount: amount.optional(),
    status: z.enum(["pending", "requires_action", "succeeded"]).optional(),
  }),
  settleRefund: z.strictObject({ refundId: z.string(), status: z.enum(["succeeded", "failed", "canceled"]) }),
  dispute: ofPayment({
    amount: amount.optional(),
    reason: z.enum(["duplicate", "fraudulent", "general", "product_not_received", "unrecognized"]).optional(),
    isInquiry: z.boolean().optional(),
  }),
  moveDispute: z.strictObject({
    disputeId: z.string(),
    status: z.enum(["warning_under_review", "warning_closed", "needs_response", "under_review", "won", "lost"]),
  }),
  payOut: z.strictObject({}),
  failPayout: z.strictObject({ payoutId: z.string() }),
  bill: z.strictObject({}),
  setCard: z.strictObject({ customerId: z.string(), card: z.enum(cards) }),
  payInvoice: z.strictObject({ invoiceId: z.string(), card: z.enum(cards).optional() }),
  lose: z.strictObject({ email }),
  reset: z.strictObject({}),
};

/** Serves `POST /control` with one command, such as `{"hold":{"email":"…"}}`, and `GET /state`. */
export function createControlRouter(control: LocalStripeControl): Router {
  const router = express.Router();

  router.post("/control", ownMachineOnly, express.json(), async (request, response, next) => {
    try {
      const work = readCommand(control, request.body);
      if (work) response.json({ result: (await work()) ?? null });
      else response.status(400).json({ error: "Not a command of the local Stripe." });
    } catch (error) {
      if (error instanceof z.ZodError) response.status(400).json({ error: z.prettifyError(error) });
      else next(error);
    }
  });

  router.get("/state", ownMachineOnly, async (request, response, next) => {
    try {
      const { email: filter } = request.query;
      response.json(await control.state({ email: typeof filter === "string" ? filter : undefined }));
    } catch (error) {
      next(error);
    }
  });

  return router;
}

function readCommand(control: LocalStripeControl, body: unknown): (() => Promise<unknown>) | undefined {
  const [[name, input] = [], ...others] = Object.entries((body ?? {}) as Record<string, unknown>);
  if (others.length > 0) return undefined;
  if (name === "fail") return parseCommand(commands.fail, input, control.fail);
  if (name === "webhooks") return parseCommand(commands.webhooks, input, control.webhooks);
  if (name === "hold") return parseCommand(commands.hold, input, control.hold);
  if (name === "release") return parseCommand(commands.release, input, control.release);
  if (name === "payNow")
    return parseCommand(commands.payNow, input, ({ sessionId, card }) => control.payNow(sessionId, card));
  if (name === "declineNow")
    return parseCommand(commands.declineNow, input, ({ sessionId }) => control.declineNow(sessionId));
  if (name === "payLater")
    return parseCommand(commands.payLater, input, ({ sessionId }) => control.payLater(sessionId));
  if (name === "settleLater") return parseCommand(commands.settleLater, input, control.settleLater);
  if (name === "payElsewhere") return parseCommand(commands.payElsewhere, input, control.payElsewhere);
  if (name === "warnOfFraud") return parseCommand(commands.warnOfFraud, input, control.warnOfFraud);
  if (name === "refund") return parseCommand(commands.refund, input, control.refund);
  if (name === "settleRefund") return parseCommand(commands.settleRefund, input, control.settleRefund);
  if (name === "dispute") return parseCommand(commands.dispute, input, control.dispute);
  if (name === "moveDispute") return parseCommand(commands.moveDispute, input, control.moveDispute);
  if (name === "payOut") return parseCommand(commands.payOut, input, () => control.payOut());
  if (name === "failPayout") return parseCommand(commands.failPayout, input, control.failPayout);
  if (name === "bill") return parseCommand(commands.bill, input, () => control.bill());
  if (name === "setCard") return parseCommand(commands.setCard, input, control.setCard);
  if (name === "payInvoice") return parseCommand(commands.payInvoice, input, control.payInvoice);
  if (name === "lose") return parseCommand(commands.lose, input, control.lose);
  if (name === "reset") return parseCommand(commands.reset, input, () => control.reset());
  return undefined;
}

/** Checks a command's input and returns a function that carries it out. */
function parseCommand<S extends z.ZodType>(
  schema: S,
  input: unknown,
  work: (command: z.output<S>) => Promise<unknown>,
) {
  const command = schema.parse(input);
  return () => work(command);
}

/** Answers 404 to other machines and through a proxy, because the controls change payments. */
function ownMachineOnly(request: Request, response: Response, next: NextFunction): void {
  const isLocal = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(request.socket.remoteAddress ?? "");
  if (isLocal && !request.headers["x-forwarded-for"] && !request.headers.forwarded) next();
  else response.sendStatus(404);
}
