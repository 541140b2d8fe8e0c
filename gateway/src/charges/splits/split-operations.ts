import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { parseInstant } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import type { Text } from '#src/ground/errors/texts/text.ts';
import { fileNameOf } from '#src/ground/file-name.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { firstIdAt, ID_MAX, isId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { SPLIT_CODES } from '../charge-split-schemas.ts';
import { dueFromBody } from '../due/due-from-body.ts';
import { DUE_CODES } from '../due/due-schemas.ts';
import type { LocalHolidaysOf } from '../due/local-holidays.ts';
import { previewChangedSplit, previewSplit } from '../preview-split.ts';
import { SplitPreviewAnswer, SplitPreviewBody } from '../split-preview-schemas.ts';
import { exportReceivedSplits } from './export-splits.ts';
import { listReceivedSplits, sumSplitsByOrigin } from './read-received-splits.ts';
import { type IdRange, listedSplitView } from './received-split.ts';
import {
  PeriodQuery,
  ReceivedSplitFilters,
  ReceivedSplitList,
  ReceivedSplitQuery,
  ReceivedSplitSummary,
} from './split-panel-schemas.ts';
import { ReceivedSplitPage, SplitQuery } from './split-schemas.ts';

const SUMMARY_DAYS_DEFAULT = 30;
const SUMMARY_DAYS_MAX = 92;
/** A text in the document of the API; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });

export interface SplitDeps extends DatabaseAndClock<Queryable> {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  readonly localHolidays: LocalHolidaysOf;
}

const { operation, listOf } = operationsOf<SplitDeps>('Splits');

/** The operations on a merchant's shares in the charges of others, and the preview of a split. */
export const splitOperations = [
  listOf({
    at: 'GET /splits',
    program: {
      id: 'listSplits',
      sdk: 'splits.list',
      sdkNote: 'Uma página das que você recebeu de cobranças de outros lojistas.',
      scope: 'charges:read',
      summary: 'Lista as partes recebidas',
      description:
        'Suas partes nas cobranças de outros lojistas, as mais novas primeiro. Siga ' +
        '`next_cursor` até que seja null; com `status` uma página pode vir incompleta antes ' +
        'disso.',
    },
    query: SplitQuery,
    page: ReceivedSplitPage,
    select: ({ deps, owner, query }, { cursor, limit }) => {
      const { status, charge_id: chargeId } = query;
      if (chargeId !== undefined && !isId(chargeId)) {
        throw faultOf(
          'charge_id',
          fieldText((texts) => texts.chargeOfShare),
        );
      }
      const range = beforeCursor(instantsOf(query), cursor);
      const filter = { ...range, status, chargeId, limit };
      return listReceivedSplits(deps.database, owner.scope, filter);
    },
    view: listedSplitView,
  }),
  operation({
    at: 'POST /splits/preview',
    program: {
      id: 'previewSplit',
      sdk: 'splits.preview',
      sdkNote: 'Mostra como uma cobrança seria dividida. Não cria nada.',
      isRepeatable: true,
      scope: 'charges:read',
      summary: 'Calcula um split',
      description:
        'A tarifa, cada parte e o que fica com você, com as mesmas recusas da criação da ' +
        'cobrança. Nada é criado, e `Idempotency-Key` não é usada. Com `due_date` a resposta ' +
        'tem também a divisão do menor e do maior valor, e quanto se paga em cada dia. Com ' +
        '`internal_id` calcula a alteração de uma cobrança, com as recusas da alteração.',
      lacks: ['sandbox_forbidden'],
    },
    member: {
      id: 'previewSplitByHand',
      access: memberRules.charge,
      isOpenToSandbox: true,
      refuses: ['payload_too_large', 'unsupported_media_type'],
    },
    body: SplitPreviewBody,
    answer: [200, SplitPreviewAnswer],
    refuses: [
      ...SPLIT_CODES,
      ...DUE_CODES,
      'amount_too_small',
      'transaction_not_found',
      'charge_not_changeable',
      'charge_canceled',
      'charge_already_paid',
      'charge_expired',
      'too_many_changes',
    ],
    run: ({ deps, owner, body }) => {
      const { amount, split, internal_id: id, payer: _, ...rules } = body;
      if (id != null) {
        const key = { ...owner.scope, id: id.trim() };
        return previewChangedSplit(deps, key, { amount, ...rules });
      }
      return previewSplit(deps.database, {
        origin: owner.merchant,
        amount: centavos(amount),
        split,
        due: dueFromBody(body, deps.localHolidays),
        now: deps.clock.now(),
      });
    },
  }),
  listOf({
    at: 'GET /splits-received',
    member: { id: 'listReceivedSplits', access: memberRules.read },
    query: ReceivedSplitQuery,
    page: ReceivedSplitList,
    select: ({ deps, owner, query }, { cursor, limit }) => {
      const filter = { ...beforeCursor(daysOf(query), cursor), status: query.status, limit };
      return listReceivedSplits(deps.database, owner.scope, filter);
    },
    view: listedSplitView,
  }),
  operation({
    at: 'GET /splits-received/summary',
    member: { id: 'sumReceivedSplits', access: memberRules.read },
    query: PeriodQuery,
    answer: [200, ReceivedSplitSummary],
    run: async ({ deps, owner, query }) => {
      const to = query.to ?? brazilianDayOf(deps.clock.now());
      const end = endOf(to);
      const from = query.from ?? addDays(to, 1 - SUMMARY_DAYS_DEFAULT);
      const range = { fromId: firstIdAt(startOf('from', from)), beforeId: firstIdAt(end) };
      if (addDays(from, SUMMARY_DAYS_MAX) < to) {
        throw faultOf(
          'from',
          fieldText(({ longPeriod }) => longPeriod(SUMMARY_DAYS_MAX)),
        );
      }
      const sums = await sumSplitsByOrigin(deps.database, owner.scope, range);
      const origins = sums.map((origin) => ({
        username: origin.username,
        name: origin.name,
        count: Number(origin.count),
        paid_amount: Number(origin.paid),
        pending_amount: Number(origin.pending),
      }));
      const total = (of: 'paid_amount' | 'pending_amount'): number =>
        origins.reduce((sum, origin) => sum + origin[of], 0);
      return {
        from,
        to,
        origins,
        paid_amount: total('paid_amount'),
        pending_amount: total('pending_amount'),
      };
    },
  }),
  operation({
    at: 'GET /splits-received.csv',
    member: { id: 'exportReceivedSplits', access: memberRules.read },
    isDownload: true,
    query: ReceivedSplitFilters,
    answer: [200, { content: { 'text/csv': { schema: CsvFile } } }],
    run: async ({ deps, owner, query, language, reply }) => {
      const search = { ...daysOf(query), status: query.status, language };
      const { scope, merchant } = owner;
      const today = brazilianDayOf(deps.clock.now());
      const { from = query.to ?? today, to = today } = query;
      const { environment } = scope;
      const file = { environment, days: { from, to }, ending: 'csv', language };
      const name = fileNameOf(merchant, 'splits', file);
      return sendAttachment(
        reply,
        { name, type: CSV_TYPE },
        Readable.from(exportReceivedSplits(deps.exportDatabase, scope, search)),
      );
    },
  }),
];

/** The charges of a query's instants. Ids are UUIDv7, so a period is a range of ids. */
function instantsOf(query: Static<typeof SplitQuery>): IdRange {
  const { created_from: since, created_to: until } = query;
  const from = since === undefined ? undefined : parseInstant(since);
  const to = until === undefined ? undefined : parseInstant(until);
  return { fromId: firstIdAt(from ?? 0), beforeId: to === undefined ? ID_MAX : firstIdAt(to) };
}

/** The charges of days, both inclusive. Refuses `invalid_request` for a text that is no day. */
function daysOf({ from, to }: Static<typeof PeriodQuery>): IdRange {
  return {
    fromId: firstIdAt(from === undefined ? 0 : startOf('from', from)),
    beforeId: to === undefined ? ID_MAX : firstIdAt(endOf(to)),
  };
}

function startOf(field: string, day: string): number {
  const start = startOfBrazilianDay(day);
  if (start !== undefined) return start;
  throw faultOf(
    field,
    fieldText((texts) => texts.day),
  );
}

function endOf(day: string): number {
  startOf('to', day);
  return startOf('to', addDays(day, 1));
}

function faultOf(field: string, message: Text): Refusal {
  return new Refusal('invalid_request', { fields: [{ field, message }] });
}

/** The part of a range after the page of a cursor. */
function beforeCursor({ fromId, beforeId }: IdRange, cursor = beforeId): IdRange {
  return { fromId, beforeId: cursor < beforeId ? cursor : beforeId };
}
