import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { type Call, operationsOf } from '#src/ground/http/operation.ts';
import { CSV_TYPE, sendAttachment } from '#src/ground/http/send-attachment.ts';
import { isId } from '#src/ground/ids.ts';
import { columnsOfFileView } from '#src/ground/schemas/file-column-schemas.ts';
import { CursorQuery, DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { RejectionBody, reasonOf } from '../approval/rejection-schemas.ts';
import { OutcomeView, outcomeView } from '../payout-outcome.ts';
import type { PayoutDeps } from '../payout-request.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import { resultFile, templateFile } from './batch-csv.ts';
import { batchCsvTexts } from './batch-csv-texts.ts';
import {
  Batch,
  BatchColumns,
  BatchDetails,
  batchDetails,
  batchView,
  ConfirmBody,
  CorrectionBody,
  FileBody,
  PreviewBody,
} from './batch-panel-schemas.ts';
import { checkBatch } from './check-batch.ts';
import { confirmBatch, readBatchOutcome } from './confirm-batch.ts';
import { correctBatch, type LineChange } from './correct-batch.ts';
import { approveBatch, discardBatch, rejectBatch } from './decide-batch.ts';
import { BATCH_BYTES_MAX } from './payout-batch.ts';
import { previewBatchFile, requiredBatchColumns } from './read-batch-file.ts';
import { readBatch, readBatches } from './read-batches.ts';

type BatchDeps = PayoutDeps & SettleDeps;

const { operation, listOf } = operationsOf<BatchDeps>();

/** The file in base64 and JSON. */
const BODY_BYTES_MAX = 2 * BATCH_BYTES_MAX + 1_024;
const CsvFile = {
  content: { 'text/csv': { schema: Type.Unsafe({ type: 'string' }) } },
};

/** The common parts of an operation on one batch. */
const ofBatch = { params: IdParams, notFound: 'batch_not_found' } as const;
/** The common parts of a decision about a batch that waits for approval. */
const decision = {
  params: IdParams,
  notFound: 'approval_not_found',
  body: CodeOnly,
  answer: [200, Done],
} as const;

/** The operations on batches of payouts from files. */
export const batchOperations = [
  operation({
    at: 'POST /payout-batch-columns',
    member: { id: 'readPayoutBatchColumns', access: memberRules.charge },
    bodyLimit: { bytesMax: BODY_BYTES_MAX, tooLarge: 'batch_file_too_large' },
    body: PreviewBody,
    answer: [200, BatchColumns],
    refuses: ['batch_file_invalid'],
    run: async ({ body }) => {
      const preview = previewBatchFile(Buffer.from(body.content, 'base64'));
      return columnsOfFileView(preview, requiredBatchColumns);
    },
  }),
  operation({
    at: 'POST /payout-batches',
    member: { id: 'checkPayoutBatch', access: memberRules.charge },
    bodyLimit: { bytesMax: BODY_BYTES_MAX, tooLarge: 'batch_file_too_large' },
    body: FileBody,
    answer: [201, BatchDetails],
    refuses: ['batch_file_invalid', 'too_many_batches'],
    run: async ({ deps, owner: { caller }, by, member, language, body }) => {
      const { file_name: name, content, columns, replaces } = body;
      const batch = await checkBatch(deps, {
        caller,
        by,
        name,
        columns,
        replaces: replaces !== undefined && isId(replaces) ? replaces : undefined,
        content: Buffer.from(content, 'base64'),
      });
      return batchDetails(batch, member.userId, language);
    },
  }),
  operation({
    ...ofBatch,
    at: 'POST /payout-batches/:id/lines/:line',
    member: { id: 'correctPayoutBatch', access: memberRules.charge },
    params: Type.Object({ ...IdParams.properties, line: Type.String({ maxLength: 8 }) }),
    body: CorrectionBody,
    answer: [200, BatchDetails],
    refuses: ['batch_not_correctable'],
    run: async (call) => {
      const { deps, owner, by, params, body } = call;
      const { key_type: keyType, external_id: externalId, ...others } = body;
      const change = trimmed({ ...others, keyType, externalId });
      const line = { id: params.id, line: Number(params.line), change };
      await correctBatch(deps, { caller: owner.caller, by, ...line });
      return batchNow(call);
    },
  }),
  listOf({
    at: 'GET /payout-batches',
    member: { id: 'listPayoutBatches', access: memberRules.read },
    query: Type.Object({
      ...CursorQuery.properties,
      awaiting: Type.Optional(Type.Boolean({ description: 'Só os lotes que aguardam aprovação.' })),
    }),
    page: Type.Object({
      data: Type.Array(Batch),
      next_cursor: Type.Union([Type.String(), Type.Null()]),
    }),
    select: ({ deps: { database, clock }, owner, query: { awaiting = false } }, place) => {
      const { beforeId, limit } = place;
      const awaitingAt = awaiting ? new Date(clock.now()) : undefined;
      return readBatches(database, owner.scope, { beforeId, limit, awaitingAt });
    },
    view: (row, { member }) => batchView(row, member.userId),
  }),
  operation({
    ...ofBatch,
    at: 'GET /payout-batches/:id',
    member: { id: 'getPayoutBatch', access: memberRules.read },
    answer: [200, BatchDetails],
    run: batchNow,
  }),
  operation({
    ...ofBatch,
    at: 'GET /payout-batches/:id/outcome',
    member: { id: 'getPayoutBatchOutcome', access: memberRules.read },
    answer: [200, OutcomeView],
    refuses: ['batch_has_errors', 'batch_refused'],
    run: async ({ deps, owner: { caller }, by, params: { id } }) =>
      outcomeView(await readBatchOutcome(deps, { caller, by, id })),
  }),
  operation({
    ...ofBatch,
    at: 'POST /payout-batches/:id/confirm',
    member: { id: 'confirmPayoutBatch', access: memberRules.money },
    body: ConfirmBody,
    answer: [200, BatchDetails],
    refuses: ['batch_has_errors', 'batch_refused', 'batch_repeated'],
    run: async (call) => {
      const { deps, owner, by, params, body } = call;
      const { seen_repeats: seenRepeats = 0 } = body;
      await confirmBatch(deps, { caller: owner.caller, id: params.id, by, seenRepeats });
      return batchNow(call);
    },
  }),
  operation({
    ...decision,
    at: 'POST /payout-batches/:id/approve',
    member: { id: 'approvePayoutBatch', access: memberRules.money },
    refuses: ['approval_of_own_payout'],
    run: async ({ deps, owner: { scope }, by, params }) => {
      await approveBatch(deps, { ...scope, ...params }, by);
      return DONE;
    },
  }),
  operation({
    ...decision,
    at: 'POST /payout-batches/:id/reject',
    member: { id: 'rejectPayoutBatch', access: memberRules.money },
    body: RejectionBody,
    run: async ({ deps, owner: { scope }, by, params, body }) => {
      await rejectBatch(deps, { ...scope, ...params }, { by, reason: reasonOf(body) });
      return DONE;
    },
  }),
  operation({
    ...ofBatch,
    at: 'POST /payout-batches/:id/discard',
    member: { id: 'discardPayoutBatch', access: memberRules.charge },
    answer: [200, Done],
    run: async ({ deps, owner: { scope }, params }) => {
      await discardBatch(deps, { ...scope, ...params });
      return DONE;
    },
  }),
  operation({
    at: 'GET /payout-batch-template.csv',
    member: { id: 'getPayoutBatchTemplate', access: memberRules.read },
    answer: [200, CsvFile],
    run: async ({ language, reply }) => {
      const { templateName } = batchCsvTexts[language];
      return sendAttachment(
        reply,
        { name: `${templateName}.csv`, type: CSV_TYPE },
        templateFile(language),
      );
    },
  }),
  operation({
    ...ofBatch,
    at: 'GET /payout-batches/:id/resultado.csv',
    member: { id: 'exportPayoutBatch', access: memberRules.read },
    isDownload: true,
    answer: [200, CsvFile],
    run: async ({ deps, owner: { scope }, params: { id }, language, reply }) => {
      const batch = await readBatch(deps.database, { ...scope, id });
      const { resultName } = batchCsvTexts[language];
      return sendAttachment(
        reply,
        { name: `${resultName}-${id}.csv`, type: CSV_TYPE },
        resultFile(batch, language),
      );
    },
  }),
];

/** The batch of a call, as it is now. */
async function batchNow(call: Call<BatchDeps, unknown, { readonly id: string }>) {
  const { deps, owner, member, language, params } = call;
  const batch = await readBatch(deps.database, { ...owner.scope, id: params.id });
  return batchDetails(batch, member.userId, language);
}

/** The fields that were sent, without spaces around them, as the reader of files leaves them. */
function trimmed(change: { readonly [Name in keyof LineChange]: string | undefined }): LineChange {
  return Object.fromEntries(
    Object.entries(change).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, text.trim()]],
    ),
  );
}
