import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf } from '#src/bank/open-bank.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { batcherOf, ofCaller } from '#src/ground/work/request-batches.ts';
import type { CreationDeps, SubscriptionRequest } from '../../create-subscriptions.ts';
import { createLiveSubscription } from './create-live-subscription.ts';
import { type DraftedSubscription, draftSubscriptions } from './draft-subscriptions.ts';
import { abandonSubscriptions, finishRecurrences, type Made } from './finish-recurrences.ts';
import type { BankOfRecurrences, RecurrenceToMake } from './make-recurrence.ts';

/** The calls of a creation: first charge, recurrence, code or request, removal if refused. */
const STEPS = 4;

/** The bank's side of recurrences; undefined for a bank without Pix Automático. */
export function bankOfRecurrences(bank: LiveBank | undefined): BankOfRecurrences | undefined {
  return bank?.recurring && { receiving: bank.receiving, recurring: bank.recurring };
}

/** For how long a request or a worker may make a recurrence, in milliseconds. */
export function makingLeaseOf(context: Pick<GatewayContext, 'config'>): number {
  return STEPS * bankLeaseOf(context);
}

/** Makes the function that creates live subscriptions. Only its database work is batched. */
export function liveSubscriptionCreator(
  context: GatewayContext & Pick<CreationDeps, 'addPayers'>,
  bank: BankOfRecurrences,
): (request: SubscriptionRequest) => Promise<CreatedResource> {
  const { database, clock, addPayers } = context;
  const deps = { database, clock, bank, addPayers, makingLeaseMs: makingLeaseOf(context) };
  const batcher = batcherOf(context);
  const drafts = batcher<SubscriptionRequest, DraftedSubscription>(
    'draft-subscriptions',
    (items, limited) => draftSubscriptions({ ...deps, database: limited }, items),
    { atOnce: 2, ...ofCaller },
  );
  const made = batcher<Made, string | undefined>(
    'finish-recurrences',
    (items, limited) => finishRecurrences({ clock, database: limited }, items),
    { atOnce: 2, ...ofSubscription },
  );
  const abandoned = batcher<RecurrenceToMake, boolean>(
    'abandon-subscriptions',
    (items, limited) => abandonSubscriptions({ database: limited }, items),
    { atOnce: 1, ...ofSubscription },
  );
  const steps = { draft: drafts.add, finish: made.add, abandon: abandoned.add };
  return (request) => createLiveSubscription({ ...deps, ...steps }, request);
}

const merchantOf = ({ subscription }: RecurrenceToMake): string => subscription.merchantId;
const ofSubscription = { queueOf: merchantOf, merchantOf };
