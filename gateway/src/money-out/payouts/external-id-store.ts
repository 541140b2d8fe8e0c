import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { Payout } from './payout.ts';

const SELECT_EXTERNAL_IDS = {
  name: 'payouts_select_external_ids',
  text: `select p.merchant_id, p.environment, p.external_id, p.id from payouts p
    where not p.is_external_id_released and (p.merchant_id, p.environment, p.external_id) in (
      select merchant_id, environment, external_id
      from json_to_recordset($1) as row (merchant_id uuid, environment text, external_id text)
    )`,
};
const RELEASE_EXTERNAL_IDS = {
  name: 'payouts_release_external_ids',
  text: `update payouts set is_external_id_released = true
    where merchant_id = $1 and environment = $2
      and external_id is not null and not is_external_id_released`,
};

export interface ExternalIdRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: string;
  readonly external_id: string;
  /** The payout that has it. */
  readonly id: string;
}

/** Selects which of the external ids are in use, and by which payouts. */
export function selectExternalIds(
  tx: Transaction,
  payouts: readonly Payout[],
): Promise<ExternalIdRow[]> {
  const rows = payouts.map((payout) => ({
    merchant_id: payout.merchantId,
    environment: payout.environment,
    external_id: payout.externalId,
  }));
  return tx.query<ExternalIdRow>(SELECT_EXTERNAL_IDS, [JSON.stringify(rows)]);
}

/** Sends the update that frees the external ids of a ledger scope; the commit waits for it. */
export function updateReleasedExternalIds(tx: Transaction, scope: LedgerScope): void {
  tx.send(RELEASE_EXTERNAL_IDS, [scope.merchantId, scope.environment]);
}
