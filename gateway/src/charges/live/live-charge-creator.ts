import type { LiveBank } from '#src/bank/live-bank.ts';
import { bankLeaseOf } from '#src/bank/open-bank.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import type { MakeBatcher } from '#src/ground/work/request-batches.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import type { ChargeDraft } from './charge-draft.ts';
import { createLiveCharge, type Drafted, draftCharges } from './create-live-charge.ts';
import { abandonDrafts, finishDrafts, type RegisteredDraft } from './finish-drafts.ts';

/** Makes the function that creates live charges. Only its database work is batched. */
export function liveChargeCreator(
  context: GatewayContext,
  bank: LiveBank | undefined,
  batcher: MakeBatcher,
): (request: ChargeRequest) => Promise<CreatedResource> {
  const { database, clock } = context;
  const deps = { database, clock, bank: bank?.receiving, bankLeaseMs: bankLeaseOf(context) };
  const drafts = batcher<ChargeRequest, Drafted>(
    'draft-charges',
    (items, limited) => draftCharges({ ...deps, database: limited }, items),
    { atOnce: 2, ...byMerchant(({ caller }) => caller.merchantId) },
  );
  const registered = batcher<RegisteredDraft, string | undefined>(
    'finish-drafts',
    (items, limited) => finishDrafts(limited, items),
    { atOnce: 2, ...byMerchant(({ draft }) => draft.key.merchantId) },
  );
  const abandoned = batcher<ChargeDraft, boolean>(
    'abandon-drafts',
    (items, limited) => abandonDrafts(limited, items),
    { atOnce: 1, ...byMerchant(({ key }) => key.merchantId) },
  );
  const steps = { draft: drafts.add, finish: registered.add, abandon: abandoned.add };
  return (request) => createLiveCharge({ ...deps, ...steps }, request);
}

function byMerchant<Item>(merchantOf: (item: Item) => string) {
  return { queueOf: merchantOf, merchantOf };
}
