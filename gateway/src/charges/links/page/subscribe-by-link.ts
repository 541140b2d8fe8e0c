import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { type Caller, callerWithoutKey } from '#src/ground/access/merchant.ts';
import type {
  CreatedResource,
  CreationRequest,
} from '#src/ground/idempotency/create-under-keys.ts';
import { digestRequest } from '#src/ground/idempotency/request-digest.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Payer } from '../../charge.ts';
import { idInAnswer } from '../../charge-answers.ts';
import { firstDueOn, type LinkSubscription } from '../link-subscription.ts';
import { networkAtLink, type SentForm, titleUpTo } from './charge-by-link.ts';

const OPERATION = 'POST /link subscription';
const DESCRIPTION_LENGTH_MAX = 35;
const REFERENCE_LENGTH = 16;

/** The subscription that a payer makes at a link. */
export interface WantedSubscription extends CreationRequest {
  readonly caller: Caller;
  readonly reference: string;
  readonly description: string;
  readonly payer: Payer;
  readonly amount: Centavos;
  readonly firstDueOn: string;
  readonly terms: Pick<LinkSubscription, 'interval' | 'journey' | 'retries' | 'cycles'>;
  readonly link: { readonly id: string; readonly network: string };
}

/** The subscriptions that the host hands in. */
export interface Subscriptions {
  readonly isAvailable: (environment: Environment) => boolean;
  readonly create: (wanted: WantedSubscription) => Promise<CreatedResource>;
}

/**
 * Creates the subscription of a form and returns its id. The same form sent twice makes one; with
 * other content it makes another. Refuses what the creation of a subscription refuses.
 */
export async function subscribeByLink(
  { create }: Subscriptions,
  subscription: LinkSubscription,
  sent: SentForm,
): Promise<string> {
  const { link, merchant, order, token, today } = sent;
  const { payer } = order;
  const content = { link: link.id, token, payer };
  const requestDigest = digestRequest(OPERATION, content, []);
  const digest = requestDigest.toString('hex');
  const created = await create({
    caller: callerWithoutKey(merchant, { environment: link.environment, clientId: 'link' }),
    // No caller of the API can send a key with a space.
    idempotency: { key: `link ${digest}`, requestDigest, fields: [] },
    reference: `assinatura-${digest.slice(0, REFERENCE_LENGTH)}`,
    description: titleUpTo(link.title, DESCRIPTION_LENGTH_MAX),
    payer,
    amount: order.amount,
    firstDueOn: firstDueOn(subscription, today),
    terms: subscription,
    link: { id: link.id, network: networkAtLink(sent) },
  });
  return idInAnswer(created.body);
}
