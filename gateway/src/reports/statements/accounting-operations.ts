import type { Readable } from 'node:stream';
import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import type { PaperBrand } from '#src/ground/pdf/paper-head.ts';
import type { DueTotals } from './movements/due-totals.ts';
import { MOVEMENT_FILES, type MovementFormat } from './movements/file-request.ts';
import { movementFile } from './movements/movement-files.ts';
import { readDueTotals } from './movements/read-due-totals.ts';
import { sendFile } from './movements/send-file.ts';
import { amountToJson } from './statement-entry-view.ts';
import { AccountingPeriod } from './statement-panel-schemas.ts';
import { parsePeriod } from './statement-period.ts';

const Amount = Type.Integer({ description: 'Centavos.' });

const ClosingDueTotals = Type.Object({
  totals: Type.Union(
    [
      Type.Object({
        count: Type.Integer({ description: 'Quantas cobranças com vencimento foram pagas.' }),
        original: Amount,
        fine: Amount,
        interest: Amount,
        rebate: Amount,
        discount: Amount,
        paid: Amount,
      }),
      Type.Null(),
    ],
    { description: 'Null para um período com mais de 50.000 movimentos: veja os arquivos.' },
  ),
});

interface AccountingDeps {
  /** A few connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly clock: Clock;
  /** The platform's name. */
  readonly productName: string;
  readonly readPaperBrand: () => Promise<PaperBrand>;
}

const { operation } = operationsOf<AccountingDeps>();

/** The files for accountants, each with its own address for browsers, and sums for their page. */
export const accountingOperations = [
  fileOf('csv', { id: 'exportMovementsCsv', at: 'GET /accounting/movements.csv' }),
  fileOf('days_csv', { id: 'exportDayTotals', at: 'GET /accounting/days.csv' }),
  fileOf('xlsx', { id: 'exportMovementsXlsx', at: 'GET /accounting/movements.xlsx' }),
  fileOf('ofx', { id: 'exportMovementsOfx', at: 'GET /accounting/movements.ofx' }),
  fileOf('pdf', { id: 'exportClosing', at: 'GET /accounting/closing.pdf' }),
  operation({
    at: 'GET /accounting/due-totals',
    member: { id: 'getClosingDueTotals', access: memberRules.read },
    query: AccountingPeriod,
    answer: [200, ClosingDueTotals],
    refuses: ['export_too_large'],
    run: async ({ deps: { exportDatabase, clock }, owner, query }) => {
      const { account, period } = parsePeriod(owner.scope, query, clock);
      const totals = await readDueTotals(exportDatabase, account, period);
      return { totals: totals ? view(totals) : null };
    },
  }),
];

function fileOf(
  format: MovementFormat,
  { id, at }: { readonly id: string; readonly at: `GET /${string}` },
) {
  const [type = ''] = MOVEMENT_FILES[format].type.split(';');
  return operation({
    at,
    member: { id, access: memberRules.read },
    query: AccountingPeriod,
    // In the API document a text; the handler returns a stream.
    answer: [200, { content: { [type]: { schema: Type.Unsafe<Readable>({ type: 'string' }) } } }],
    refuses: ['export_too_large'],
    isDownload: true,
    run: async ({ deps, owner: { merchant, scope }, query, language, reply }) => {
      const { exportDatabase, clock, productName, readPaperBrand } = deps;
      const parsed = parsePeriod(scope, query, clock);
      const brand = { productName, readPaperBrand };
      const file = { ...parsed, ...brand, format, merchant, now: clock.now(), language };
      return sendFile(reply, await movementFile(exportDatabase, file));
    },
  });
}

function view({ count, original, fine, interest, rebate, discount, paid }: DueTotals) {
  return {
    count,
    original: amountToJson(original),
    fine: amountToJson(fine),
    interest: amountToJson(interest),
    rebate: amountToJson(rebate),
    discount: amountToJson(discount),
    paid: amountToJson(paid),
  };
}
