import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { type FileDays, fileNameOf } from '#src/ground/file-name.ts';
import type { Language } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { readEntriesOfCharge } from './charge-entries.ts';
import { findEntryRange, readAllEntries, readStatementPage } from './read-statement.ts';
import type { ScopeAccount, StatementAccount, StatementEntry } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { amountToJson, entryView } from './statement-entry-view.ts';
import { statementOfx } from './statement-ofx.ts';
import { Statement, StatementFilters, StatementQuery } from './statement-panel-schemas.ts';
import { parsePeriod, sequenceOf } from './statement-period.ts';

const LIMIT_DEFAULT = 50;
/** The accounts in the names of files, which people keep. */
const FILE_NAMES: Readonly<Record<StatementAccount, string>> = {
  available: 'disponivel',
  reserved: 'reservado',
  blocked: 'bloqueado',
  pending_settlement: 'a-liquidar',
  debt: 'divida',
};
/** In the API document a text; the handler returns a stream. */
const File = Type.Unsafe<Readable>({ type: 'string' });

interface StatementPageDeps extends DatabaseAndClock<Queryable> {
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  /** The platform's name. */
  readonly productName: string;
}

const { operation } = operationsOf<StatementPageDeps>();

/** The entries of an account with the balance after each: as pages, as CSV and as OFX. */
export const statementPageOperations = [
  operation({
    at: 'GET /statement',
    member: { id: 'getStatement', access: memberRules.read },
    query: StatementQuery,
    answer: [200, Statement],
    run: async ({ deps: { database, clock }, owner: { scope }, query, language }) => {
      const { cursor, limit = LIMIT_DEFAULT, charge } = query;
      const { account, days, period } = parsePeriod(scope, query, clock);
      const before = sequenceOf(cursor);
      const range = await findEntryRange(database, account, period);
      const page =
        charge === undefined
          ? await readStatementPage(database, account, { ...range, before, limit })
          : { rows: await readEntriesOfCharge(database, account, charge), next: null };
      return {
        ...days,
        opening_balance: amountToJson(range.opening),
        closing_balance: amountToJson(range.closing),
        data: page.rows.map((entry) => entryWithName(entry, language)),
        next_cursor: page.next === null ? null : page.next.toString(),
      };
    },
  }),
  operation({
    at: 'GET /statement.csv',
    member: { id: 'exportStatementCsv', access: memberRules.read },
    query: StatementFilters,
    answer: [200, { content: { 'text/csv': { schema: File } } }],
    isDownload: true,
    run: async ({ deps, owner: { merchant, scope }, query, language, reply }) => {
      const { exportDatabase: database, clock } = deps;
      const { account, days, period } = parsePeriod(scope, query, clock);
      const range = await findEntryRange(database, account, period);
      const pages = readAllEntries(database, account, range);
      const name = nameOf(merchant, account, { days, ending: 'csv' });
      const content = Readable.from(statementCsv(pages, language));
      return sendAttachment(reply, { name, type: CSV_TYPE }, content);
    },
  }),
  operation({
    at: 'GET /statement.ofx',
    member: { id: 'exportStatementOfx', access: memberRules.read },
    query: StatementFilters,
    answer: [200, { content: { 'application/x-ofx': { schema: File } } }],
    isDownload: true,
    run: async ({ deps, owner: { merchant, scope }, query, reply }) => {
      const { exportDatabase: database, clock, productName } = deps;
      const { account, days, period } = parsePeriod(scope, query, clock);
      const range = await findEntryRange(database, account, period);
      const { username } = merchant;
      const facts = { account, username, productName, period, range, now: clock.now() };
      const pages = readAllEntries(database, account, range);
      const name = nameOf(merchant, account, { days, ending: 'ofx' });
      const content = Readable.from(statementOfx(facts, pages));
      return sendAttachment(reply, { name, type: 'application/x-ofx' }, content);
    },
  }),
];

function entryWithName(entry: StatementEntry, language: Language) {
  return { ...entryView(entry, language), name: entry.subject?.name ?? null };
}

function nameOf(
  { username, name }: Merchant,
  { account, environment }: ScopeAccount,
  file: { readonly days: FileDays; readonly ending: string },
): string {
  const kind = `extrato-${FILE_NAMES[account]}`;
  return fileNameOf({ username, name }, kind, { environment, ...file });
}
