import { z } from "zod";
import { typedEmail } from "../../core/email-address";
import { typedLine, typedText } from "../../core/input-schemas";
import { type Page, pageNumber } from "../../core/pagination";
import { contractKinds, type ContractKindName } from "./contract";
import type { WithdrawalRight } from "./right";

export const withdrawalForm = z.object({
  name: typedLine(100, "Enter your name"),
  contract: typedText(500, "Say what you bought"),
  email: typedEmail("Please enter a valid email address."),
});

export const confirmedWithdrawal = withdrawalForm.extend({ formKey: z.uuid() });
export type ConfirmedWithdrawal = z.infer<typeof confirmedWithdrawal>;

export const withdrawalRef = z.object({ id: z.uuid() });
export const withdrawalQuery = z.object({ page: pageNumber });

export const declineForm = z.object({ reason: typedText(1000, "Say why: the customer reads it") });
export const declinedWithdrawal = withdrawalRef.extend(declineForm.shape);

export const refundedContractForm = z.object({ kind: z.enum(contractKinds), contractId: z.uuid() });
export const refundedWithdrawal = withdrawalRef.extend(refundedContractForm.shape);

export type WithdrawalStatus = "received" | "refunded" | "declined";

export type ListedWithdrawal = {
  id: string;
  name: string;
  contract: string;
  receivedAt: string;
  status: WithdrawalStatus;
};

export type WithdrawalList = { withdrawals: ListedWithdrawal[]; page: Page };

export type WithdrawalDetails = ListedWithdrawal & {
  reference: string;
  email: string;
  /** Null while it waits for a decision. */
  decidedAt: string | null;
  declineReason: string | null;
  refundedOrder: { kind: ContractKindName; id: string; reference: string } | null;
  timeZone: string;
  contracts: ContractDetails[];
};

export type ContractDetails = {
  kind: ContractKindName;
  id: string;
  reference: string;
  title: string;
  customer: { name: string; email: string };
  /** Whether the withdrawal names the address of the order. */
  isSameAddress: boolean;
  madeOn: string;
  lastDay: string;
  price: string;
  status: string;
  right: WithdrawalRight;
  waiver: { text: string; on: string } | null;
  isTold: boolean;
  /** What can be refunded; null for nothing. */
  left: string | null;
  isRefunded: boolean;
};
