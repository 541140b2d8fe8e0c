import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { forScopes, nameOfScope, OF_ENTRIES, OF_SCOPE, type OfScope } from './for-scopes.ts';
import {
  ACCOUNT_STATES,
  type AccountStateRow,
  READ_ENTRIES,
  type VerifiedEntryRow,
} from './verified-scope-store.ts';

const ACCOUNT_STATES_OF_MANY = forScopes(ACCOUNT_STATES, OF_SCOPE);
const READ_ENTRIES_OF_MANY = forScopes(READ_ENTRIES, OF_ENTRIES);
const SAVE_CHECKPOINTS = {
  name: 'verify_save_checkpoints',
  text: `insert into ledger_checkpoints
      (merchant_id, environment, account, entry_count, balance_centavos)
    select merchant_id, environment, account, entry_count, balance_centavos
    from json_to_recordset($1) as row (merchant_id uuid, environment text, account text,
      entry_count bigint, balance_centavos bigint)
    on conflict (merchant_id, environment, account) do update
      set entry_count = excluded.entry_count, balance_centavos = excluded.balance_centavos`,
};
/** Citus knows no parameter after `on conflict`, so there are two statements. */
function saveScopes(isFull: boolean) {
  return {
    name: isFull ? 'verify_save_scopes_in_full' : 'verify_save_scopes',
    text: `insert into ledger_verified_scopes
        (merchant_id, environment, verified_at, fully_verified_at)
      select merchant_id, environment, $2::timestamptz, $2::timestamptz
      from json_to_recordset($1) as row (merchant_id uuid, environment text)
      on conflict (merchant_id, environment) do update set verified_at = excluded.verified_at
        ${isFull ? ', fully_verified_at = excluded.verified_at' : ''}`,
  };
}

const SAVE_SCOPES = saveScopes(false);
const SAVE_SCOPES_IN_FULL = saveScopes(true);

/** A scope and the states of its accounts at one instant. */
export interface ScopeStates {
  readonly scope: LedgerScope;
  readonly states: readonly AccountStateRow[];
}

/** The states of the accounts of many scopes, from their checkpoints on. */
export async function readStatesOfMany(
  database: Queryable,
  scopes: readonly LedgerScope[],
  accounts: readonly string[],
): Promise<ScopeStates[]> {
  const rows = await database.query<AccountStateRow & OfScope>(ACCOUNT_STATES_OF_MANY, [
    JSON.stringify(scopes.map(keyOf)),
    false,
    accounts,
  ]);
  const statesByScope = Map.groupBy(rows, nameOfScope);
  return scopes.map((scope) => {
    const states = statesByScope.get(`${scope.merchantId} ${scope.environment}`);
    if (!states) throw new Error('a scope without states');
    return { scope, states };
  });
}

/** The entries of many accounts in order, for each account within a range of sequences. */
export async function readEntriesOfMany(
  database: Queryable,
  pieces: readonly Readonly<Record<string, string>>[],
  limit: number,
): Promise<(VerifiedEntryRow & OfScope)[]> {
  if (pieces.length === 0) return [];
  return database.query(READ_ENTRIES_OF_MANY, [JSON.stringify(pieces), limit]);
}

/** Saves the account states, of one instant, up to which scopes were verified without a fault. */
export function saveCheckpoints(
  tx: Transaction,
  scopes: readonly ScopeStates[],
  { at, isFull }: { at: Date; isFull: boolean },
): void {
  const rows = scopes.flatMap(({ scope, states }) =>
    states.map(({ account, entry_count: count, balance_centavos: balance }) => ({
      ...keyOf(scope),
      account,
      entry_count: (count ?? 0n).toString(),
      balance_centavos: (balance ?? 0n).toString(),
    })),
  );
  tx.send(SAVE_CHECKPOINTS, [JSON.stringify(rows)]);
  const keys = JSON.stringify(scopes.map(({ scope }) => keyOf(scope)));
  tx.send(isFull ? SAVE_SCOPES_IN_FULL : SAVE_SCOPES, [keys, at]);
}

function keyOf({ merchantId, environment }: LedgerScope) {
  return { merchant_id: merchantId, environment };
}
