import { callerWithoutKey, type Merchant } from '#src/ground/access/merchant.ts';
import { NO_LOCAL_HOLIDAYS } from '#src/ground/business-days.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { digestRequest } from '#src/ground/idempotency/request-digest.ts';
import { idInAnswer } from '../../charge-answers.ts';
import type { ChargeRequest } from '../../plan-charges.ts';
import { rulesOn } from '../link-due.ts';
import type { PaymentLink } from '../payment-link.ts';
import type { Order } from './link-form.ts';

/**
 * How long a charge of a link without a due date can be paid, and so holds a piece of its stock.
 */
export const EXPIRES_IN_SECONDS = 30 * 60;

const OPERATION = 'POST /link';
const NETWORK_LENGTH = 32;
const DESCRIPTION_LENGTH_MAX = 140;

/** A form that a payer has sent. */
export interface SentForm {
  readonly link: PaymentLink;
  readonly merchant: Merchant;
  readonly order: Order;
  readonly token: string;
  /** The payer's network, as rate limits count it. */
  readonly network: string;
  /** The day in Brasília on which it was sent. */
  readonly today: string;
}

/**
 * Creates the charge of a form and returns its id. The same form sent twice makes one charge; with
 * other content it makes another. A link with a due date decides the days of the charge. Refuses
 * what the creation of a charge refuses.
 */
export async function chargeByLink(
  createCharge: (request: ChargeRequest) => Promise<CreatedResource>,
  sent: SentForm,
): Promise<string> {
  const { link, merchant, order, token, today } = sent;
  const { amount, payer } = order;
  const content = { link: link.id, token, amount: amount.toString(), payer };
  const requestDigest = digestRequest(OPERATION, content, []);
  const created = await createCharge({
    caller: callerWithoutKey(merchant, { environment: link.environment, clientId: 'link' }),
    // No caller of the API can send a key with a space.
    idempotency: { key: `link ${requestDigest.toString('hex')}`, requestDigest, fields: [] },
    amount,
    payer,
    externalId: null,
    description: titleUpTo(link.title, DESCRIPTION_LENGTH_MAX),
    expiresInSeconds: EXPIRES_IN_SECONDS,
    // Payers of a link give no address, so no local holidays count.
    due: link.due
      ? { rules: rulesOn(link.due, today), address: null, local: NO_LOCAL_HOLIDAYS }
      : undefined,
    webhookUrl: null,
    utm: null,
    split: undefined,
    link: { id: link.id, network: networkAtLink(sent) },
  });
  return idInAnswer(created.body);
}

/** A hash of the payer's network, which differs from link to link. */
export function networkAtLink({ link, network }: Pick<SentForm, 'link' | 'network'>): string {
  return sha256(`${link.id} ${network}`).toString('hex').slice(0, NETWORK_LENGTH);
}

/** The title of a link, cut to a length. */
export function titleUpTo(title: string, lengthMax: number): string {
  const characters = [...title.replaceAll(/\s+/g, ' ')];
  if (characters.length <= lengthMax) return characters.join('');
  return `${characters.slice(0, lengthMax - 1).join('')}…`;
}
