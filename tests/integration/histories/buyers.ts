import type { createCaller } from "@server/api/root";
import { tickedWaiver } from "../../support/recordings";
import type { TestApp } from "../../support/test-app";
import type { Step } from "./steps";

type BuyStep = Extract<Step, { kind: "buy" | "buy unheard" }>;

/** Members who buy the birth collection, as if from its dialog. */
export class Buyers {
  constructor(
    readonly app: TestApp,
    readonly callers: ReturnType<typeof createCaller>[],
  ) {}

  async buy({ who, code }: Pick<BuyStep, "who" | "code">): Promise<unknown> {
    const caller = this.callers[who % this.callers.length]!;
    const discountCode = code === "none" ? undefined : code;
    const { quote, formKey } = await caller.purchases.getForm({ product: "birth", discountCode });
    return caller.purchases.create({ product: "birth", quote, discountCode, formKey, ...tickedWaiver });
  }
}
