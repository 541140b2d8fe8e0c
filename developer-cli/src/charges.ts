import type {
  HeldPaymentReason,
  PaymentScenario,
  WebhookScenario,
} from '../../gateway/src/charges/test-scenarios.ts';
import { call, type Json } from './call.ts';
import type { DueFields } from './due-options.ts';
import { Failure } from './failure.ts';
import { isLiveKey, type Session } from './session.ts';

/** The answer to the creation of a charge. */
export interface Charge extends Json {
  readonly internal_id: string;
  readonly status: string;
  readonly amount: number;
  readonly fee_amount: number;
  readonly qrcode: string;
  readonly expires_at: string;
  /** Only of a charge with a due date. Days are as `2027-01-15`. */
  readonly due?: {
    readonly due_date: string;
    readonly last_payable_day: string;
    readonly payable_today: number | null;
  };
}

/** A share of a charge: another merchant and a percentage or an amount in centavos. */
export interface Share {
  readonly username: string;
  readonly percentage?: number;
  readonly amount?: number;
}

export interface ChargeOptions {
  readonly amount: number;
  readonly payer?: { readonly name: string; readonly document: string; readonly email?: string };
  readonly externalId?: string | undefined;
  readonly expiresIn?: number | undefined;
  readonly due?: DueFields | undefined;
  readonly split?: readonly Share[] | undefined;
  /** A test clock in whose time the charge lives. */
  readonly clockId?: string | undefined;
}

const TEST_PAYER = { name: 'Maria Silva', document: '12345678909' };

/** Creates a charge. With a live key its payer must be given. Throws a Failure. */
export function createCharge(session: Session, options: ChargeOptions): Promise<Charge> {
  const { amount, payer, externalId, expiresIn, due, split, clockId } = options;
  if (payer === undefined && isLiveKey(session.keys)) {
    throw new Failure('usage', 'em produção informe quem paga: --name e --document');
  }
  return call<Charge>(session, 'POST', '/v1/pix/qrcode', {
    isCreation: true,
    body: {
      amount,
      payer: payer ?? TEST_PAYER,
      ...(externalId !== undefined && { external_id: externalId }),
      ...(expiresIn !== undefined && { expires_in: expiresIn }),
      ...due,
      ...(split !== undefined && split.length > 0 && { split }),
      ...(clockId !== undefined && { clock_id: clockId }),
    },
  });
}

/** How a test charge is paid, and what goes wrong with its webhooks. */
export interface TestPaymentOptions {
  readonly scenario?: PaymentScenario;
  readonly webhookScenario?: WebhookScenario;
}

/** A payment that the test bank received. `reason` is why it did not pay the charge. */
export interface TestPayment {
  readonly amount: number;
  readonly reason: HeldPaymentReason | null;
}

/** A test charge after its payments, which are listed when there was a scenario. */
export interface PaidCharge extends Json {
  readonly amount: number;
  readonly test_payments?: readonly TestPayment[];
}

/** Pays a charge of the test environment. Throws a Failure, also for live keys. */
export function payCharge(
  session: Session,
  id: string,
  { scenario, webhookScenario }: TestPaymentOptions = {},
): Promise<PaidCharge> {
  refuseLiveKey(session, 'pagar uma cobrança');
  const body = {
    ...(scenario && { scenario }),
    ...(webhookScenario && { webhook_scenario: webhookScenario }),
  };
  return call(session, 'POST', `/v1/test/charges/${encodeURIComponent(id)}/pay`, { body });
}

/** Throws a Failure for a live key: the test environment makes things happen, a bank does not. */
export function refuseLiveKey({ keys }: Session, what: string): void {
  if (!isLiveKey(keys)) return;
  throw new Failure('refused', `${what} só é possível com uma chave de teste (svc_pk_test_…)`);
}

/** Reads a share as "maria:10%" or "maria:5,00". Throws a Failure. */
export function parseShare(text: string, parseAmount: (text: string) => number): Share {
  const [, username = '', value = ''] = /^([a-z0-9_.-]{3,30}):(.+)$/.exec(text) ?? [];
  const [, percentage] = /^(\d{1,3}(?:[.,]\d{1,2})?)%$/.exec(value) ?? [];
  if (username === '') {
    throw new Failure('usage', `"${text}" não é uma parte: escreva maria:10% ou maria:5,00`);
  }
  if (percentage !== undefined)
    return { username, percentage: Number(percentage.replace(',', '.')) };
  return { username, amount: parseAmount(value) };
}
