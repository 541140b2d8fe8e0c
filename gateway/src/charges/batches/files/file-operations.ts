import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CSV_BEGINNING, csvLine } from '#src/ground/csv.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { isId } from '#src/ground/ids.ts';
import { columnsOfFileView } from '#src/ground/schemas/file-column-schemas.ts';
import { CursorQuery, DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { BatchOperationDeps } from '../batch-operations.ts';
import { keyOf, lineOfCursor, readBatch, readBatches, readLines } from '../read-batch.ts';
import { FILE_BYTES_MAX, previewChargeFile, requiredFileColumns } from './charge-file.ts';
import {
  ChargeColumns,
  ConfirmBody,
  CorrectionBody,
  FileBody,
  PanelBatch,
  PanelBatchParams,
  PanelLine,
  PreviewBody,
  panelBatch,
  panelLine,
} from './file-panel-schemas.ts';
import { resultOf } from './file-result.ts';
import { fileTexts } from './file-texts.ts';
import { checkFile, confirmFile, correctLine, discardFile } from './manage-files.ts';

const LINES_DEFAULT = 50;
/** When the charges of the template are due: a date in the past would be refused. */
const TEMPLATE_DAYS = 30;
/** The file in base64 and JSON. */
const BODY_BYTES_MAX = 2 * FILE_BYTES_MAX + 1_024;
/** A text in the document of the API; the handler returns a stream. */
const CsvFile = Type.Unsafe<Readable>({ type: 'string' });
const csv = { content: { 'text/csv': { schema: CsvFile } } };

export interface FileOperationDeps extends BatchOperationDeps {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Queryable;
  /** The address of the gateway, for the links of payment pages. */
  readonly baseUrl: string;
}

const { operation, listOf } = operationsOf<FileOperationDeps>();

/** The operations of members on batches of charges, which come from files. */
export const chargeFileOperations = [
  operation({
    at: 'POST /charge-batch-columns',
    member: { id: 'readChargeBatchColumns', access: memberRules.charge },
    bodyLimit: { bytesMax: BODY_BYTES_MAX, tooLarge: 'charge_file_too_large' },
    body: PreviewBody,
    answer: [200, ChargeColumns],
    refuses: ['charge_file_invalid'],
    run: ({ deps, owner: { caller }, body }) =>
      deps.limitCheck(caller.merchantId, async () => {
        const preview = previewChargeFile(Buffer.from(body.content, 'base64'));
        return columnsOfFileView(preview, requiredFileColumns);
      }),
  }),
  operation({
    at: 'POST /charge-batches',
    member: { id: 'checkChargeBatch', access: memberRules.charge },
    bodyLimit: { bytesMax: BODY_BYTES_MAX, tooLarge: 'charge_file_too_large' },
    body: FileBody,
    answer: [201, PanelBatch],
    refuses: ['charge_file_invalid', 'too_many_charge_batches', 'charge_batch_daily_limit'],
    run: async ({ deps, owner: { caller }, body, by }) => {
      const { file_name: name, content, columns, replaces } = body;
      const file = {
        caller,
        by,
        name,
        content: Buffer.from(content, 'base64'),
        columns,
        replaces: replaces !== undefined && isId(replaces) ? replaces : undefined,
      };
      return panelBatch(await deps.limitCheck(caller.merchantId, () => checkFile(deps, file)));
    },
  }),
  operation({
    at: 'POST /charge-batches/:id/lines/:line',
    member: { id: 'correctChargeBatch', access: memberRules.charge },
    params: Type.Object({
      ...PanelBatchParams.properties,
      line: Type.String({ maxLength: 8, pattern: '^[0-9]+$' }),
    }),
    body: CorrectionBody,
    answer: [200, Type.Object({ batch: PanelBatch, lines: Type.Array(PanelLine) })],
    refuses: ['charge_batch_not_found', 'charge_batch_not_correctable', 'charge_file_too_large'],
    run: async ({ deps, owner: { caller, scope }, params, body, by, language }) => {
      const key = keyOf(scope, params.id);
      const { id } = key;
      const line = Number(params.line);
      await correctLine(deps, { caller, by, id, line, change: trimmed(body) });
      const page = { after: { line, part: 0 }, limit: 1, status: undefined };
      const { lines } = await readLines(deps.database, key, page);
      return {
        batch: panelBatch(await readBatch(deps.database, key)),
        lines: lines.map((read) => panelLine(read, language)),
      };
    },
  }),
  listOf({
    at: 'GET /charge-batches',
    member: { id: 'listOwnChargeBatches', access: memberRules.read },
    query: CursorQuery,
    page: Type.Object({ data: Type.Array(PanelBatch), next_cursor: NullableText }),
    select: ({ deps, owner }, place) => readBatches(deps.database, owner.scope, place),
    view: panelBatch,
  }),
  operation({
    at: 'GET /charge-batches/:id',
    member: { id: 'getOwnChargeBatch', access: memberRules.read },
    params: PanelBatchParams,
    answer: [200, PanelBatch],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      panelBatch(await readBatch(deps.database, keyOf(owner.scope, id))),
  }),
  operation({
    at: 'GET /charge-batches/:id/lines',
    member: { id: 'listOwnChargeBatchLines', access: memberRules.read },
    params: PanelBatchParams,
    query: Type.Object({
      ...CursorQuery.properties,
      status: Type.Optional(oneOf(['open', 'created', 'refused'])),
    }),
    answer: [200, Type.Object({ data: Type.Array(PanelLine), next_cursor: NullableText })],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps: { database }, owner, params: { id }, query, language }) => {
      const key = keyOf(owner.scope, id);
      await readBatch(database, key);
      const { cursor, limit = LINES_DEFAULT, status } = query;
      const page = { after: lineOfCursor(cursor), limit, status };
      const { lines, next } = await readLines(database, key, page);
      return { data: lines.map((line) => panelLine(line, language)), next_cursor: next };
    },
  }),
  operation({
    at: 'POST /charge-batches/:id/confirm',
    member: { id: 'confirmChargeBatch', access: memberRules.charge },
    params: PanelBatchParams,
    body: ConfirmBody,
    answer: [200, PanelBatch],
    refuses: ['charge_batch_not_found', 'charge_batch_has_errors', 'too_many_charge_batches'],
    run: async ({ deps, owner: { caller, scope }, params, body, by }) => {
      const key = keyOf(scope, params.id);
      const { id } = key;
      await confirmFile(deps, { caller, by, id, isOnlyValid: body.only_valid ?? false });
      return panelBatch(await readBatch(deps.database, key));
    },
  }),
  operation({
    at: 'POST /charge-batches/:id/discard',
    member: { id: 'discardChargeBatch', access: memberRules.charge },
    params: PanelBatchParams,
    answer: [200, Done],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps, owner, params: { id } }) => {
      const key = keyOf(owner.scope, id);
      await readBatch(deps.database, key);
      await discardFile(deps, key);
      return DONE;
    },
  }),
  operation({
    at: 'GET /charge-batch-template.csv',
    member: { id: 'getChargeBatchTemplate', access: memberRules.read },
    answer: [200, csv],
    run: async ({ deps, language, reply }) => {
      const { columns, template, templateName } = fileTexts[language];
      const day = addDays(brazilianDayOf(deps.clock.now()), TEMPLATE_DAYS);
      const dueDate = language === 'en' ? day : brazilianDate(day);
      const rows = [columns, ...template(dueDate)].map((cells) => csvLine(cells, language));
      return sendAttachment(
        reply,
        { name: `${templateName}.csv`, type: CSV_TYPE },
        Readable.from([CSV_BEGINNING + rows.join('')]),
      );
    },
  }),
  operation({
    at: 'GET /charge-batches/:id/resultado.csv',
    member: { id: 'exportChargeBatch', access: memberRules.read },
    isDownload: true,
    params: PanelBatchParams,
    answer: [200, csv],
    refuses: ['charge_batch_not_found'],
    run: async ({ deps: { exportDatabase, baseUrl }, owner, params, language, reply }) => {
      const key = keyOf(owner.scope, params.id);
      await readBatch(exportDatabase, key);
      const name = `${fileTexts[language].resultName}-${key.id}.csv`;
      return sendAttachment(
        reply,
        { name, type: CSV_TYPE },
        Readable.from(resultOf(exportDatabase, key, { language, baseUrl })),
      );
    },
  }),
];

/** The cells that were sent, without spaces around them, as the reader of files leaves them. */
function trimmed<Cells extends Readonly<Record<string, string>>>(cells: Cells): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([name, text]) => [name, text.trim()]),
  ) as Cells;
}
