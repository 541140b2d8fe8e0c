import { bankFor } from '#src/bank/choose-bank.ts';
import type { ReceivedPayment } from '#src/bank/live-bank.ts';
import type { Charge, ChargeStatus, TransactionKey } from '#src/charges/charge.ts';
import { amountDueAt } from '#src/charges/due/due-terms.ts';
import { expireTestCharge } from '#src/charges/expire-charges.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import type { PaidScenario, ScenarioPayment, TestPayment } from '#src/charges/test-payment.ts';
import {
  type HeldPaymentReason,
  heldPaymentReasons,
  type PaymentScenario,
} from '#src/charges/test-scenarios.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { WebhookFault } from '#src/webhooks/webhook-event.ts';
import { payCharges } from './match-payments.ts';

/** Payments of the simulated bank name no Pix key. */
const NO_KEY = '';
/** The first document that differs from the payer's is used. */
const OTHER_DOCUMENTS = ['52998224725', '11144477735'] as const;
/** A payment for a charge in these states pays it; in other states it is held. */
const PAYABLE: readonly ChargeStatus[] = ['pending', 'expired', 'canceled'];

export interface ScenarioDeps {
  readonly database: Database;
  /** Runs a transaction by the clock of the charge: its test clock, or the real one. */
  readonly inTimeOf: <Result>(
    charge: TransactionKey,
    work: (inTime: DatabaseAndClock) => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Pays a charge of the test environment by a scenario. The code for payments of a real bank matches
 * and books the payments, each in its own transaction. A payment that pays no charge changes
 * nothing, because the test environment has no suspense account. Refuses
 * `transaction_not_found`, `charge_not_payable` and `balance_limit_reached`.
 */
export async function payTestScenario(
  deps: ScenarioDeps,
  payment: ScenarioPayment,
): Promise<PaidScenario> {
  const { scenario, webhookScenario } = payment;
  const charge = await readCharge(deps, payment);
  if (!PAYABLE.includes(charge.status) && scenario !== 'twice') {
    throw new Refusal('charge_not_payable');
  }
  const amounts = await deps.inTimeOf(charge, async ({ clock }) =>
    amountsOf(scenario, payableAt(charge, clock.now())),
  );
  if (scenario === 'late') await expireBefore(deps, payment, charge);
  const fault = webhookScenario === 'out_of_order' ? undefined : webhookScenario;
  const payments: TestPayment[] = [];
  for (const amount of amounts) {
    const settings = { amount, scenario, fault };
    payments.push(await deps.inTimeOf(charge, (inTime) => receive(inTime, charge, settings)));
  }
  return { charge: await readCharge(deps, payment), payments };
}

async function readCharge({ database }: ScenarioDeps, key: ScenarioPayment): Promise<Charge> {
  const [charge] = await readCharges(database, [key]);
  if (!charge) throw new Refusal('transaction_not_found');
  return charge;
}

/** The amounts of the payments. Refuses `charge_not_payable` for less than a centavo. */
function amountsOf(scenario: PaymentScenario, amount: Centavos): readonly Centavos[] {
  if (scenario === 'less') {
    const half = centavos(amount / 2n);
    if (half === 0n) throw new Refusal('charge_not_payable');
    return [half];
  }
  if (scenario === 'more') return [centavos(amount * 2n)];
  return scenario === 'twice' ? [amount, amount] : [amount];
}

/** The amount of a payment at an instant, in centavos. */
function payableAt({ amount, due }: Charge, at: number): Centavos {
  return due ? amountDueAt(due, at).amount : amount;
}

/** Expires the charge. Refuses `charge_not_payable` for `out_of_order` if it has ended. */
async function expireBefore(
  deps: ScenarioDeps,
  { webhookScenario, ...key }: ScenarioPayment,
  { status }: Charge,
): Promise<void> {
  const isOutOfOrder = webhookScenario === 'out_of_order';
  if (status !== 'pending' && isOutOfOrder) throw new Refusal('charge_not_payable');
  const fault = isOutOfOrder ? 'late' : undefined;
  await deps.inTimeOf(key, (inTime) => expireTestCharge(inTime, key, fault));
}

interface Settings {
  readonly amount: Centavos;
  readonly scenario: PaymentScenario;
  readonly fault: WebhookFault | undefined;
}

async function receive(
  { database, clock }: DatabaseAndClock,
  { environment, id, payer }: Charge,
  { amount, scenario, fault }: Settings,
): Promise<TestPayment> {
  const now = clock.now();
  const payment: ReceivedPayment = {
    endToEndId: bankFor(environment).receivePayment(now),
    txid: txidFromId(id),
    pixKey: null,
    amount,
    receivedAt: now,
    refunds: [],
  };
  const receiver = { environment, pixKey: NO_KEY, fault, now };
  const [decision] = await database.transaction((tx) => payCharges(tx, [payment], receiver));
  const isOther = scenario === 'another_document';
  const otherDocument = OTHER_DOCUMENTS.find((document) => document !== payer.document);
  const payerDocument = isOther && otherDocument ? otherDocument : payer.document;
  const heldFor = decision?.state === 'charge' ? null : heldReason(decision?.reason);
  return { endToEndId: payment.endToEndId, amount, payerDocument, heldFor };
}

function heldReason(reason: string | null | undefined): HeldPaymentReason {
  return heldPaymentReasons.find((known) => known === reason) ?? 'already_paid';
}
