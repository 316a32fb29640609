import { join } from "node:path";
import ts from "typescript";

const resources = join(process.cwd(), "node_modules/stripe/esm/resources");

/** Where the SDK declares each object, by the value of its field `object`. */
const declarations = {
  balance_transaction: ["BalanceTransactions.d.ts", "BalanceTransaction"],
  "billing_portal.configuration": ["BillingPortal/Configurations.d.ts", "Configuration"],
  "billing_portal.session": ["BillingPortal/Sessions.d.ts", "Session"],
  charge: ["Charges.d.ts", "Charge"],
  "checkout.session": ["Checkout/Sessions.d.ts", "Session"],
  customer: ["Customers.d.ts", "Customer"],
  dispute: ["Disputes.d.ts", "Dispute"],
  invoice: ["Invoices.d.ts", "Invoice"],
  invoice_payment: ["InvoicePayments.d.ts", "InvoicePayment"],
  item: ["LineItems.d.ts", "LineItem"],
  line_item: ["InvoiceLineItems.d.ts", "InvoiceLineItem"],
  payment_intent: ["PaymentIntents.d.ts", "PaymentIntent"],
  payout: ["Payouts.d.ts", "Payout"],
  payment_method: ["PaymentMethods.d.ts", "PaymentMethod"],
  price: ["Prices.d.ts", "Price"],
  product: ["Products.d.ts", "Product"],
  refund: ["Refunds.d.ts", "Refund"],
  subscription: ["Subscriptions.d.ts", "Subscription"],
  subscription_schedule: ["SubscriptionSchedules.d.ts", "SubscriptionSchedule"],
  webhook_endpoint: ["WebhookEndpoints.d.ts", "WebhookEndpoint"],
} as const satisfies Record<string, readonly [file: string, name: string]>;

let program: ts.Program | undefined;

/** Returns each difference between an object as the API sent it and the type that the SDK declares for it. */
export function differencesToStripe(object: unknown): string[] {
  const kind = String((object as { object?: unknown } | null)?.object);
  if (!(kind in declarations)) return [`${kind}: not an object that is known`];
  const [file, name] = declarations[kind as keyof typeof declarations];
  program ??= ts.createProgram(
    Object.values(declarations).map(([path]) => join(resources, path)),
    {
      lib: ["lib.es2022.d.ts"],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      strict: true,
      types: [],
    },
  );
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(join(resources, file));
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find((candidate) => candidate.name === name);
  if (!symbol) throw new Error(`${file} declares no ${name}`);
  return differences(checker, checker.getDeclaredTypeOfSymbol(symbol), object, kind);
}

function differences(checker: ts.TypeChecker, type: ts.Type, value: unknown, path: string): string[] {
  const types = type.isUnion() ? type.types : [type];
  const is = (flag: ts.TypeFlags) => types.some((one) => one.flags & flag);
  const wrong = () => [`${path}: ${JSON.stringify(value)} is no ${checker.typeToString(type)}`];
  if (is(ts.TypeFlags.Unknown)) return [];
  if (value === null) return is(ts.TypeFlags.Null) ? [] : wrong();
  if (typeof value === "number") return is(ts.TypeFlags.NumberLike) ? [] : wrong();
  if (typeof value === "boolean") {
    return types.some((one) => one.flags & ts.TypeFlags.BooleanLike && isOf(checker, one, value)) ? [] : wrong();
  }
  if (typeof value === "string") return isText(types, value) ? [] : wrong();
  if (Array.isArray(value)) {
    const array = types.find((one) => checker.isArrayType(one));
    const [element] = array ? checker.getTypeArguments(array as ts.TypeReference) : [];
    return element
      ? value.flatMap((entry, index) => differences(checker, element, entry, `${path}[${index}]`))
      : wrong();
  }
  const results = types
    .filter(
      (one) =>
        one.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) && !checker.isArrayType(one) && !isDecimal(one),
    )
    .map((one) => differencesOfObject(checker, one, value as Record<string, unknown>, path));
  return results.sort((a, b) => a.length - b.length)[0] ?? wrong();
}

/** The compiler sees a boolean as the union of its two values. */
const isOf = (checker: ts.TypeChecker, type: ts.Type, value: boolean): boolean =>
  Boolean(type.flags & ts.TypeFlags.Boolean) || checker.typeToString(type) === String(value);

/** The texts that a type names are all that it allows, though the SDK is open for those of later versions. */
function isText(types: ts.Type[], value: string): boolean {
  const literals = types.filter((one) => one.isStringLiteral()).map(({ value: literal }) => literal);
  if (literals.length > 0) return literals.includes(value);
  return types.some((one) => one.flags & ts.TypeFlags.String || (isDecimal(one) && /^-?\d+(\.\d+)?$/.test(value)));
}

const isDecimal = (type: ts.Type) => type.getSymbol()?.name === "Decimal" || type.aliasSymbol?.name === "Decimal";

function differencesOfObject(
  checker: ts.TypeChecker,
  type: ts.Type,
  value: Record<string, unknown>,
  path: string,
): string[] {
  const index = type.getStringIndexType();
  const found: string[] = [];
  for (const property of type.getProperties().filter(({ name }) => !name.startsWith("__@"))) {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    if (!(property.name in value) && !isOptional) found.push(`${path}.${property.name}: missing`);
  }
  for (const [name, entry] of Object.entries(value)) {
    const property = type.getProperty(name);
    const expected = property ? checker.getTypeOfSymbol(property) : index;
    if (expected) found.push(...differences(checker, expected, entry, `${path}.${name}`));
    else found.push(`${path}.${name}: unknown`);
  }
  return found;
}
