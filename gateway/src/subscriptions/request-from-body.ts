import type { Caller } from '#src/ground/access/merchant.ts';
import { type ProblemField, Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { centavosOrNull } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { SubscriptionRequest } from './create-subscriptions.ts';
import type { SubscriptionBody } from './subscription-schemas.ts';

/**
 * The request in a body that the schema has checked. Refuses `invalid_request` for fields that
 * don't fit each other. Throws for a document that the schema refuses.
 */
export function requestFromBody(
  body: SubscriptionBody,
  caller: Caller,
): Omit<SubscriptionRequest, 'idempotency'> {
  const faults = faultsOf(body);
  if (faults.length > 0) throw new Refusal('invalid_request', { fields: faults });
  const document = parseTaxId(body.payer.document, { checkDigits: false });
  if (!document) throw new Error('the schema lets no other document through');
  const { account } = body.payer;
  const amount = centavosOrNull(body.amount ?? null);
  return {
    caller,
    terms: {
      reference: body.reference.trim(),
      payer: {
        name: body.payer.name.trim(),
        document: document.digits,
        email: body.payer.email?.trim() ?? null,
      },
      payerAccount: account
        ? {
            ispb: account.ispb,
            number: account.number,
            branch: account.branch?.trim() || null,
          }
        : null,
      description: body.description.trim(),
      amount,
      cyclesBy: amount === null ? 'merchant' : 'gateway',
      minAmount: centavosOrNull(body.min_amount ?? null),
      interval: body.interval,
      firstDueOn: body.first_due_on,
      endsOn: body.ends_on ?? null,
      retries: body.retries,
      journey: body.journey,
      split: body.splits ?? null,
      metadata: body.metadata ?? null,
      covenant: null,
      activationTxid: null,
    },
    recurrence: null,
    firstAmount: beginsWithPayment(body)
      ? centavosOrNull(body.first_payment?.amount ?? body.amount ?? null)
      : null,
    clockId: body.clock_id?.trim() ?? null,
    link: null,
  };
}

function beginsWithPayment({ journey }: SubscriptionBody): boolean {
  return journey === 'code_and_first_payment' || journey === 'offer';
}

/** The faults of fields that don't fit each other. */
function faultsOf(body: SubscriptionBody): ProblemField[] {
  const { amount = null, min_amount: minimum = null, first_payment: first, journey } = body;
  const faults: ProblemField[] = [];
  const add = (field: string, choose: Parameters<typeof fieldText>[0]): void => {
    faults.push({ field, message: fieldText(choose) });
  };
  if (amount !== null && minimum !== null) add('min_amount', (texts) => texts.onlyOneAmount);
  if (amount === null && minimum === null) add('amount', (texts) => texts.amountOrMinimum);
  const isPush = journey === 'bank_push';
  if (isPush && !body.payer.account) add('payer.account', (texts) => texts.accountForPush);
  if (!isPush && body.payer.account) add('payer.account', (texts) => texts.onlyForPush);
  if (first && !beginsWithPayment(body)) {
    add('first_payment', (texts) => texts.onlyWithFirstPayment);
  }
  if (!first && minimum !== null && beginsWithPayment(body)) {
    add('first_payment', (texts) => texts.firstPaymentOfVariable);
  }
  return faults;
}
