import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { messageOf } from '#src/ground/http/event-writer.ts';
import {
  createStreamHub,
  type HubDeps,
  type StreamHub,
  type StreamReader,
  type StreamRequest,
} from '#src/ground/http/stream-hub.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { type LiveUpdateRow, selectLiveUpdates } from './live-update-store.ts';

const POLL_INTERVAL_MS = 500;
/** How late a row may commit after its id was created and still be read. */
const LOOK_BACK_MS = 10_000;
const UPDATES_MAX = 50;
const ENVIRONMENTS: readonly Environment[] = ['test', 'live'];
const STREAMS_PER_SESSION = 6;
const STREAMS_PER_ADDRESS = 40;
const STREAMS_PER_MERCHANT = 400;
const STREAMS_MAX = 2_000;
const UNREAD_BYTES_MAX = 64 * 1_024;

/** A change of a merchant's data: its kind, and the id of the changed object. */
interface LiveUpdate {
  readonly environment: Environment;
  readonly kind: string;
  /** The charge, payout or transfer. */
  readonly id: string;
  /** In centavos; null if the change has no amount. */
  readonly amount: number | null;
  /** The change was made shortly before the page listened; the page may have older data. */
  readonly is_earlier?: true;
}

export type UpdateStreamDeps = HubDeps & DatabaseAndClock<Queryable>;

export interface UpdateStreamRequest extends StreamRequest {
  readonly merchantId: string;
  readonly sessionId: string;
  /** The reader's network (`clientNetwork`). */
  readonly address: string;
}

interface PageReader extends StreamReader {
  readonly merchantId: string;
  readonly send: (updates: readonly LiveUpdate[]) => void;
  /** When the page began to listen; undefined after its first poll. */
  since: number | undefined;
}

/**
 * Creates the streams that send a merchant's changes to its open pages: those from now on, and once
 * those of the last ten seconds. Pages are correct without them: an update only makes them reload
 * earlier.
 */
export function createUpdateStreams(deps: UpdateStreamDeps): StreamHub<UpdateStreamRequest> {
  const { database, clock } = deps;
  /** When each update was sent. */
  const sent = new Map<string, number>();

  return createStreamHub<UpdateStreamRequest, PageReader>(deps, {
    name: 'live',
    streamsMax: STREAMS_MAX,
    intervalMs: POLL_INTERVAL_MS,
    unreadBytesMax: UNREAD_BYTES_MAX,
    holdersOf: ({ sessionId, address, merchantId }) => [
      { name: `session ${sessionId}`, max: STREAMS_PER_SESSION },
      { name: `address ${address}`, max: STREAMS_PER_ADDRESS },
      { name: `merchant ${merchantId}`, max: STREAMS_PER_MERCHANT },
    ],
    start: (writer, { merchantId }) => ({
      merchantId,
      send: (updates) =>
        writer.send(updates.map((update) => messageOf(JSON.stringify(update))).join('')),
      since: clock.now(),
    }),
    async poll(readers) {
      const now = clock.now();
      const rows = await selectLiveUpdates(database, {
        scopes: scopesOf(readers),
        fromId: firstIdAt(now - LOOK_BACK_MS),
        since: now - LOOK_BACK_MS,
        limit: UPDATES_MAX,
      });
      for (const [name, at] of sent) if (at < now - 2 * LOOK_BACK_MS) sent.delete(name);
      const unsent = new Set(rows.filter((row) => !sent.has(nameOf(row))));
      for (const row of rows) sent.set(nameOf(row), now);
      const byMerchant = Map.groupBy(rows, ({ merchantId }) => merchantId);
      for (const reader of readers) sendTo(reader, byMerchant.get(reader.merchantId) ?? [], unsent);
    },
  });
}

function scopesOf(readers: readonly PageReader[]): LedgerScope[] {
  const merchantIds = new Set(readers.map(({ merchantId }) => merchantId));
  return [...merchantIds].flatMap((merchantId) =>
    ENVIRONMENTS.map((environment) => ({ merchantId, environment })),
  );
}

/** Sends a page the updates that were not sent yet, and at its first poll also the earlier ones. */
function sendTo(
  reader: PageReader,
  rows: readonly LiveUpdateRow[],
  unsent: ReadonlySet<LiveUpdateRow>,
): void {
  const { since } = reader;
  reader.since = undefined;
  const updates =
    since === undefined
      ? rows.filter((row) => unsent.has(row)).map(updateOf)
      : rows.map((row) => updateSince(row, since));
  if (updates.length > 0) reader.send(updates);
}

function nameOf({ merchantId, environment, kind, key }: LiveUpdateRow): string {
  return `${merchantId} ${environment} ${kind} ${key}`;
}

function updateSince(row: LiveUpdateRow, since: number): LiveUpdate {
  return { ...updateOf(row), ...(row.createdAt < since && { is_earlier: true }) };
}

/** The panel calls deposits charges, and writes `split_received` of the ledger `split.received`. */
function updateOf({ environment, kind, id, amount }: LiveUpdateRow): LiveUpdate {
  const panelKind = kind.replace('_', '.').replace(/^deposit\./, 'charge.');
  return { environment, kind: panelKind, id, amount: amount === null ? null : Number(amount) };
}
