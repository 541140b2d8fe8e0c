import type { FastifyReply } from 'fastify';
import { hasScope, type KeyScope } from '#src/ground/access/key-rights.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { MovementFormat } from './movements/file-request.ts';
import { movementFile } from './movements/movement-files.ts';
import { sendFile } from './movements/send-file.ts';
import { findEntryRange, readStatementForward } from './read-statement.ts';
import { amountToJson, entryView } from './statement-entry-view.ts';
import { parsePeriod, sequenceOf } from './statement-period.ts';
import { ApiStatementQuery, StatementAnswer, type StatementQuery } from './statement-schemas.ts';

const LIMIT_DEFAULT = 50;
/** Further scopes for files, because they name payers and beneficiaries. */
const FILE_SCOPES: readonly KeyScope[] = ['charges:read', 'payouts:read'];
/** Files with totals only, which need no further scope. */
const WITHOUT_NAMES: readonly MovementFormat[] = ['pdf', 'days_csv'];

interface StatementDeps extends DatabaseAndClock<Queryable> {
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  /** The platform's name. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
  /** Counts an export of a merchant until its answer ends. Refuses `rate_limited`. */
  readonly limitExport: (merchantId: string, reply: FastifyReply) => Promise<void>;
}

const { operation } = operationsOf<StatementDeps>('Balance');

/** The entries of an account, oldest first, or a file for accountants. */
export const statementOperations = [
  operation({
    at: 'GET /statement',
    program: {
      id: 'getStatement',
      sdk: 'statement.list',
      sdkNote: 'Uma página. Guarde `next_cursor` e continue dele no dia seguinte.',
      scope: 'balance:read',
      summary: 'Lê o extrato',
      description:
        'Os mais antigos primeiro, para quem concilia por programa: guarde `next_cursor` e ' +
        'continue dele no dia seguinte. `sequence` não tem buracos, e cada `balance_after` é o ' +
        'anterior mais `amount`. Com `format`, um arquivo para a contabilidade de até 500.000 ' +
        'movimentos; csv, xlsx e ofx trazem quem pagou e recebeu, e pedem também ' +
        '`charges:read` e `payouts:read`.',
    },
    query: ApiStatementQuery,
    answer: [200, StatementAnswer],
    refuses: ['export_too_large'],
    isDownload: true,
    run: async ({ deps, owner: { caller }, query, reply }) => {
      const { format = 'json' } = query;
      if (format === 'json') return readPage(deps, caller, query);
      return sendMovements(deps, caller, { query, format, reply });
    },
  }),
];

async function readPage(
  { database, clock }: StatementDeps,
  { merchantId, environment }: Caller,
  { cursor, limit = LIMIT_DEFAULT, ...query }: StatementQuery,
) {
  const after = sequenceOf(cursor);
  const parsed = parsePeriod({ merchantId, environment }, query, clock);
  const { account, days } = parsed;
  const isOpen = after !== undefined && query.from === undefined;
  const period = { ...parsed.period, ...(isOpen && { from: 0 }) };
  const range = await findEntryRange(database, account, period);
  const page = await readStatementForward(database, account, { ...range, after, limit });
  const last = page.rows.at(-1)?.sequence ?? after;
  return {
    account: account.account,
    from: isOpen ? null : days.from,
    to: days.to,
    opening_balance: amountToJson(range.opening),
    closing_balance: amountToJson(range.closing),
    data: page.rows.map((entry) => entryView(entry)),
    next_cursor: last?.toString() ?? null,
    has_more: page.next !== null,
  };
}

async function sendMovements(
  { exportDatabase, clock, productName, readPaperBrand, limitExport }: StatementDeps,
  caller: Caller,
  { query, format, reply }: { query: StatementQuery; format: MovementFormat; reply: FastifyReply },
): Promise<FastifyReply> {
  const { merchantId, environment, scopes } = caller;
  const missing = FILE_SCOPES.filter((scope) => !hasScope(scopes, scope));
  if (missing.length > 0 && !WITHOUT_NAMES.includes(format)) {
    throw new Refusal('scope_missing', { scopes: missing });
  }
  const foreign = (['account', 'limit', 'cursor'] as const).filter((name) => name in query);
  if (foreign.length > 0) {
    const message = fieldText(({ notForFiles }) => notForFiles);
    const fields = foreign.map((field) => ({ field, message }));
    throw new Refusal('invalid_request', { fields });
  }
  const parsed = parsePeriod({ merchantId, environment }, query, clock);
  await limitExport(merchantId, reply);
  const brand = { productName, readPaperBrand };
  // Programs find columns by their names, so the language doesn't depend on the reader.
  const language = 'pt-BR' as const;
  const file = { ...parsed, ...brand, format, merchant: caller, now: clock.now(), language };
  return sendFile(reply, await movementFile(exportDatabase, file));
}
