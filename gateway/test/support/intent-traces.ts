import assert from 'node:assert/strict';
import type { BankSimulator, LoggedRequest } from '../../../bank-simulator/src/bank-simulator.ts';
import { run } from './database-server.ts';
import { createIntentLaw, type IntentKind } from './intent-law.ts';

/** The tables of records, and the column with the id of the charge. */
const TABLES: Readonly<Record<string, { readonly kind: IntentKind; readonly id: string }>> = {
  charge_drafts: { kind: 'once', id: 'id' },
  charge_changes: { kind: 'exclusive', id: 'charge_id' },
  charge_cancellations: { kind: 'joined', id: 'charge_id' },
};
/** What shows in the same transaction that the record of a table was finished. */
const EFFECTS: Readonly<Record<string, string>> = {
  charge_drafts: 'charges insert',
  charge_changes: 'charge_revisions insert',
  charge_cancellations: 'charges canceled',
};
const BY = 'the gateway';

interface Seen {
  readonly at: number;
  readonly what: string;
  readonly charge: string;
  /** The transaction; null for a request to the bank. */
  readonly transaction: string | null;
  readonly request?: LoggedRequest;
}

/**
 * Has the database write down what happens to the records of live intents and to their charges: a
 * step is kept if its transaction is committed.
 */
export async function recordIntents(ownerConnectionString: string): Promise<void> {
  const triggers = Object.entries(TABLES).map(
    ([table, { id }]) => `create trigger trace after insert or update or delete on ${table}
      for each row execute function trace_intent('${id}')`,
  );
  await run(
    ownerConnectionString,
    `create table public.intent_trace (at timestamptz, what text, charge uuid, transaction xid8);
    create function public.trace_intent() returns trigger language plpgsql security definer as $f$
    declare
      known jsonb := coalesce(to_jsonb(new), to_jsonb(old));
      what text := lower(tg_op);
    begin
      if known->>'environment' <> 'live' then return null; end if;
      if tg_op = 'UPDATE' and tg_table_name = 'charges' then what := known->>'status'; end if;
      if tg_op = 'UPDATE' and to_jsonb(old)->>'requested_at' <> to_jsonb(new)->>'requested_at'
        then what := 'insert'; end if;
      insert into public.intent_trace values (clock_timestamp(), tg_table_name || ' ' || what,
        (known->>tg_argv[0])::uuid, pg_current_xact_id());
      return null;
    end $f$;
    ${triggers.join(';')};
    create trigger trace after insert or update of status on charges
      for each row execute function trace_intent('id');
    create trigger trace after insert on charge_revisions
      for each row execute function trace_intent('charge_id')`,
  );
}

/**
 * Replays in the model of intents what the database has written down about the records of tables,
 * and the requests that the bank has received. Throws the first step that the model forbids.
 * @returns how many records were finished and withdrawn.
 */
export async function checkIntentTraces(
  ownerConnectionString: string,
  bank: BankSimulator,
  tables: readonly (keyof typeof TABLES)[] = Object.keys(TABLES),
): Promise<number> {
  const rows = await run(
    ownerConnectionString,
    'select extract(epoch from at) * 1000 as at, what, charge, transaction from intent_trace',
  );
  const stored = rows.map((row): Seen => {
    const { at, what, charge, transaction } = row as Record<string, string>;
    return {
      at: Number(at),
      what: what ?? '',
      charge: charge ?? '',
      transaction: transaction ?? '',
    };
  });
  const asked = bank.requestLog.entries().flatMap(seenAtBank);
  const all = [...stored, ...asked].toSorted((left, right) => left.at - right.at);
  let ended = 0;
  for (const [, steps] of Map.groupBy(all, ({ charge }) => charge))
    for (const table of tables) ended += replay(table, steps);
  return ended;
}

function seenAtBank(request: LoggedRequest): Seen[] {
  const txid = /\/cobv?\/([0-9a-f]{32})(\?|$)/.exec(request.url)?.[1];
  // A request without a valid token is none; the client sends it again.
  if (txid === undefined || request.status === 401) return [];
  const charge = txid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  // The clock of the bank has whole milliseconds.
  return [
    { at: request.receivedAt + 0.999, what: wordOf(request), charge, transaction: null, request },
  ];
}

/** The table whose records ask for a request; `search` for one that only reads. */
function wordOf({ operation = '', body }: LoggedRequest): string {
  if (operation.startsWith('find')) return 'search';
  if (operation.startsWith('create')) return 'charge_drafts';
  const isRemoval = (body as { status?: unknown } | undefined)?.status !== undefined;
  return isRemoval ? 'charge_cancellations' : 'charge_changes';
}

function replay(table: string, steps: readonly Seen[]): number {
  const log: string[] = [];
  const law = createIntentLaw(TABLES[table]?.kind ?? 'once', log);
  const effects = new Set(
    steps.filter(({ what }) => what === EFFECTS[table]).map(({ transaction }) => transaction),
  );
  let isOpen = false;
  let isMade = false;
  let ended = 0;
  const take: Readonly<Record<string, (step: Seen) => void>> = {
    [`${table} insert`]() {
      law.recorded(BY, table);
      isOpen = true;
      isMade = false;
    },
    [`${table} delete`]({ transaction }) {
      if (effects.has(transaction)) law.finished(BY, table);
      else law.withdrawn(BY, table);
      isOpen = false;
      ended += 1;
    },
    [table]({ request }) {
      law.ordered(BY);
      const verdict = verdictOf(request);
      isMade ||= verdict === 'made';
      law.judged(BY, table, verdict);
      if (isAnswered(request)) law.answered(BY, verdict);
    },
    search({ request }) {
      if (isOpen && isAnswered(request)) law.answered(BY, isMade ? 'made' : 'refused');
    },
    // A paid charge can't be changed, so its payment ends the change without another answer.
    'charges paid'() {
      if (isOpen && !isMade && table === 'charge_changes') law.answered(BY, 'final');
    },
  };
  for (const step of steps) {
    const { what, request } = step;
    if (!take[what]) continue;
    log.push(request ? `${request.method} ${request.faults} ${request.status}` : what);
    take[what](step);
  }
  if (isOpen) assert.fail(`a record of ${table} stays open: ${log.join('; ')}`);
  return ended;
}

/** Whether the bank has done an order, also one that it has not answered. */
function verdictOf({ faults = [], status = 200 }: Partial<LoggedRequest> = {}) {
  const isReached = !faults.some((fault) => fault.endsWith('_before'));
  return isReached && status < 300 ? 'made' : 'refused';
}

function isAnswered({ status = 500 }: Partial<LoggedRequest> = {}): boolean {
  return status < 500;
}
