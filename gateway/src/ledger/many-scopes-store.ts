import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, param, rowsOf, type Sql, send, sql } from '#src/ground/database/sql.ts';
import { ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import {
  ACCOUNT_STATE,
  type AccountState,
  accountStatesOf,
  entriesOf,
  VERIFIED_ENTRY,
} from './verified-scope-store.ts';

/** The scope of a row of a statement about many scopes. */
const OF_SCOPE = {
  merchantId: f.inColumn('verified_merchant_id', f.uuid),
  environment: f.inColumn('verified_environment', f.SCOPE.environment),
};
const RANGE = { ...f.SCOPE, account: f.text, after: f.bigint, upTo: f.bigint };
const VERIFIED = {
  merchantId: 'verified.merchant_id',
  environment: 'verified.environment',
} as const;

/** As `forScopes`: a statement about the scopes, or the ranges of entries, of `verified`. */
function forEach<Rows extends Sql, Body extends Sql>(rows: Rows, body: Body) {
  return sql`select verified.merchant_id as verified_merchant_id,
        verified.environment as verified_environment, found.*
      from ${rows}
      cross join lateral (
        ${body}
      ) found`;
}

const readStates = many(
  'verify_account_states_of_many',
  { ...OF_SCOPE, ...ACCOUNT_STATE },
  forEach(rowsOf('scopes', 'verified', f.SCOPE), accountStatesOf(VERIFIED)),
);

const readEntryRows = many(
  'verify_read_entries_of_many',
  { ...OF_SCOPE, ...VERIFIED_ENTRY },
  forEach(
    rowsOf('ranges', 'verified', RANGE),
    entriesOf({
      ...VERIFIED,
      account: 'verified.account',
      after: 'verified.after',
      upTo: 'verified.up_to',
    }),
  ),
);

const CHECKPOINT = {
  ...f.SCOPE,
  account: f.text,
  entryCount: f.bigint,
  balance: f.inColumn('balance_centavos', f.centavos),
};
const saveRows = send(
  'verify_save_checkpoints',
  sql`insert into ledger_checkpoints
      (merchant_id, environment, account, entry_count, balance_centavos)
    select merchant_id, environment, account, entry_count, balance_centavos
    from ${rowsOf('checkpoints', 'row', CHECKPOINT)}
    on conflict (merchant_id, environment, account) do update
      set entry_count = excluded.entry_count, balance_centavos = excluded.balance_centavos`,
);
const AT = param('at', f.instant);
const SAVE_SCOPES = sql`insert into ledger_verified_scopes
        (merchant_id, environment, verified_at, fully_verified_at)
      select merchant_id, environment, ${AT}::timestamptz, ${AT}::timestamptz
      from ${rowsOf('scopes', 'row', f.SCOPE)}
      on conflict (merchant_id, environment) do update set verified_at = excluded.verified_at`;
// Citus knows no parameter after `on conflict`, so there are two statements.
const saveScopes = send('verify_save_scopes', SAVE_SCOPES);
const saveScopesInFull = send(
  'verify_save_scopes_in_full',
  sql`${SAVE_SCOPES}
        , fully_verified_at = excluded.verified_at`,
);

/** A scope and the states of its accounts at one instant. */
export interface ScopeStates {
  readonly scope: LedgerScope;
  readonly states: readonly AccountState[];
}

/** The states of the accounts of many scopes, from their checkpoints on. */
export async function readStatesOfMany(
  database: Queryable,
  scopes: readonly LedgerScope[],
  accounts: readonly string[],
): Promise<ScopeStates[]> {
  const rows = await readStates(database, { scopes, isFull: false, accounts });
  const statesByScope = Map.groupBy(rows, nameOf);
  return scopes.map((scope) => {
    const states = statesByScope.get(nameOf(scope));
    if (!states) throw new Error('a scope without states');
    return { scope, states };
  });
}

/** The entries of many accounts in order, for each account within a range of sequences. */
export async function readEntriesOfMany(
  database: Queryable,
  ranges: readonly f.RecordOf<typeof RANGE>[],
  limit: number,
): Promise<f.RecordOf<typeof OF_SCOPE & typeof VERIFIED_ENTRY>[]> {
  return ranges.length === 0 ? [] : readEntryRows(database, { ranges, limit });
}

/** Saves the account states, of one instant, up to which scopes were verified without a fault. */
export function saveCheckpoints(
  tx: Transaction,
  verified: readonly ScopeStates[],
  { at, isFull }: { at: Date; isFull: boolean },
): void {
  const checkpoints = verified.flatMap(({ scope: { merchantId, environment }, states }) =>
    states.map(({ account, entryCount, balance }) => ({
      merchantId,
      environment,
      account,
      entryCount: entryCount ?? 0n,
      balance: balance ?? ZERO_CENTAVOS,
    })),
  );
  saveRows(tx, { checkpoints });
  const scopes = verified.map(({ scope }) => scope);
  (isFull ? saveScopesInFull : saveScopes)(tx, { scopes, at });
}

function nameOf({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
}
