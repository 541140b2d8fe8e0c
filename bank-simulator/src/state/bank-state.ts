import type {
  Account,
  Callback,
  Charge,
  Dispute,
  DueCharge,
  EventWebhook,
  Location,
  Lot,
  PayerAccount,
  Payout,
  ReceivedPayment,
  Recurrence,
  RecurrenceLocation,
  RecurringCharge,
  Solicitation,
  Token,
  Webhook,
} from './records.ts';
import type { StateStore } from './state-store.ts';

/** Records of one kind, in the order of their creation. */
export interface ReadonlyTable<Row> {
  readonly size: number;
  get(id: string): Row | undefined;
  values(): Row[];
}

export interface Table<Row> extends ReadonlyTable<Row> {
  put(row: Row): void;
  remove(id: string): void;
}

export interface BankState {
  readonly charges: Table<Charge>;
  /** The earlier revisions of charges, by `txid/revision`. */
  readonly chargeRevisions: Table<Charge>;
  readonly dueCharges: Table<DueCharge>;
  /** The earlier revisions of charges with due dates, by `txid/revision`. */
  readonly dueChargeRevisions: Table<DueCharge>;
  readonly lots: Table<Lot>;
  readonly locations: Table<Location>;
  readonly payments: Table<ReceivedPayment>;
  readonly payouts: Table<Payout>;
  readonly disputes: Table<Dispute>;
  readonly recurrences: Table<Recurrence>;
  readonly recurrenceLocations: Table<RecurrenceLocation>;
  readonly solicitations: Table<Solicitation>;
  readonly recurringCharges: Table<RecurringCharge>;
  readonly payers: Table<PayerAccount>;
  readonly webhooks: Table<Webhook>;
  readonly eventWebhooks: Table<EventWebhook>;
  readonly callbacks: Table<Callback>;
  readonly tokens: Table<Token>;
  readonly account: Table<Account>;
  /** Saves all changes of `change`, or none when it throws. Must not be nested. */
  transaction<Result>(change: () => Result): Result;
  close(): void;
}

/** Loads the state from the store. A new account starts with the balance (centavos). */
export function openBankState(store: StateStore, openingBalance: bigint): BankState {
  const state: BankState = {
    charges: openTable(store, 'charge', (row) => row.txid),
    chargeRevisions: openTable(store, 'revision', (row) => `${row.txid}/${row.revision}`),
    dueCharges: openTable(store, 'dueCharge', (row) => row.txid),
    dueChargeRevisions: openTable(store, 'dueRevision', (row) => `${row.txid}/${row.revision}`),
    lots: openTable(store, 'lot', (row) => row.id),
    locations: openTable(store, 'location', (row) => String(row.id)),
    payments: openTable(store, 'payment', (row) => row.endToEndId),
    payouts: openTable(store, 'payout', (row) => row.id),
    disputes: openTable(store, 'dispute', (row) => row.id),
    recurrences: openTable(store, 'recurrence', (row) => row.id),
    recurrenceLocations: openTable(store, 'recurrenceLocation', (row) => String(row.id)),
    solicitations: openTable(store, 'solicitation', (row) => row.id),
    recurringCharges: openTable(store, 'recurringCharge', (row) => row.txid),
    payers: openTable(store, 'payer', (row) => row.document),
    webhooks: openTable(store, 'webhook', (row) => row.key),
    eventWebhooks: openTable(store, 'eventWebhook', (row) => row.events),
    callbacks: openTable(store, 'callback', (row) => row.id),
    tokens: openTable(store, 'token', (row) => row.value),
    account: openTable(store, 'account', (row) => row.name),
    transaction: (change) => inTransaction(store, change),
    close: () => store.close(),
  };
  if (state.account.size === 0) {
    state.account.put({ name: 'account', balance: openingBalance, nextLocationId: 1 });
  }
  addMissingLocations(state);
  return state;
}

/** States of older versions have no records of locations: each charge had its own. */
function addMissingLocations(state: BankState): void {
  for (const { locationId: id, location: url, createdAt, txid } of state.charges.values()) {
    if (state.locations.get(String(id)) !== undefined) continue;
    state.locations.put({ id, kind: 'cob', url, createdAt, txid });
  }
}

/** The account. Throws when the state has none. */
export function accountOf(state: BankState): Account {
  const account = state.account.get('account');
  if (account === undefined) throw new Error('the account is missing from the state');
  return account;
}

/** The centavos that open disputes block: never more than the balance. */
export function blockedBalance(state: BankState): bigint {
  const wanted = state.disputes.values().reduce((sum, { blocked }) => sum + blocked, 0n);
  const { balance } = accountOf(state);
  const available = balance < 0n ? 0n : balance;
  return wanted < available ? wanted : available;
}

/** The centavos that the account may spend. */
export function freeBalance(state: BankState): bigint {
  return accountOf(state).balance - blockedBalance(state);
}

/** Adds an amount (centavos) to the balance; a negative amount reduces it. */
export function moveBalance(state: BankState, centavos: bigint): void {
  const account = accountOf(state);
  state.account.put({ ...account, balance: account.balance + centavos });
}

function inTransaction<Result>(store: StateStore, change: () => Result): Result {
  store.begin();
  try {
    const result = change();
    store.commit();
    return result;
  } catch (error) {
    store.rollback();
    throw error;
  }
}

function openTable<Row>(store: StateStore, kind: string, idOf: (row: Row) => string): Table<Row> {
  const rows = new Map<string, Row>();
  for (const document of store.load(kind)) {
    const row = readDocument<Row>(document);
    rows.set(idOf(row), row);
  }
  return {
    get size() {
      return rows.size;
    },
    get: (id) => rows.get(id),
    values: () => [...rows.values()],
    put(row) {
      store.save(kind, idOf(row), writeDocument(row));
      rows.set(idOf(row), row);
    },
    remove(id) {
      store.remove(kind, id);
      rows.delete(id);
    },
  };
}

// JSON has no bigint, so an amount is written as an object of a form that no other value has.
function writeDocument(row: unknown): string {
  return JSON.stringify(row, (_, value) =>
    typeof value === 'bigint' ? { $centavos: value.toString() } : value,
  );
}

function readDocument<Row>(document: string): Row {
  return JSON.parse(document, (_, value) =>
    typeof value?.$centavos === 'string' ? BigInt(value.$centavos) : value,
  );
}
