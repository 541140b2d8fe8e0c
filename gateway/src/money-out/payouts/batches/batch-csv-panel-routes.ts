import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/ground/access/member-of-request.ts';
import { CSV_BEGINNING, csvLine, csvMoney } from '#src/ground/csv.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Language, languageOf } from '#src/ground/http/language.ts';
import { isId } from '#src/ground/ids.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { failureIn } from '../texts/failures.ts';
import { batchCsvTexts } from './batch-csv-texts.ts';
import type { BatchWithLines } from './payout-batch.ts';
import { readBatch } from './read-batches.ts';

const CsvFile = Type.Unsafe<string>({ type: 'string' });
const PATH = '/api/panel/:environment/payout-batches';
const TEMPLATE_PATH = '/api/panel/:environment/payout-batch-template.csv';

/** The template of files of batches, and the result of a batch as a file. */
export function batchCsvPanelRoutes({
  database,
}: {
  readonly database: Database;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      TEMPLATE_PATH,
      {
        schema: {
          operationId: 'getPayoutBatchTemplate',
          params: EnvironmentParams,
          response: {
            200: { content: { 'text/csv': { schema: CsvFile } } },
            ...panelReadResponses(),
          },
        },
      },
      async (request, reply) => {
        const language = languageOf(request);
        const { columns, template, templateName } = batchCsvTexts[language];
        reply.header('content-disposition', `attachment; filename="${templateName}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(csvFile([columns, ...template], language));
      },
    );
    app.get(
      `${PATH}/:id/resultado.csv`,
      {
        exposeHeadRoute: false,
        schema: {
          operationId: 'exportPayoutBatch',
          params: Type.Object({
            ...EnvironmentParams.properties,
            id: Type.String({ maxLength: 64 }),
          }),
          response: {
            200: { content: { 'text/csv': { schema: CsvFile } } },
            ...panelReadResponses(['batch_not_found']),
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('batch_not_found');
        const batch = await readBatch(database, { ...memberScope(request), id });
        const language = languageOf(request);
        const { resultName } = batchCsvTexts[language];
        reply.header('content-disposition', `attachment; filename="${resultName}-${id}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(resultFile(batch, language));
      },
    );
  };
}

type Cells = readonly (string | number | bigint | null)[];

function csvFile(rows: readonly Cells[], language: Language): string {
  return CSV_BEGINNING + rows.map((cells) => csvLine(cells, language)).join('');
}

function resultFile({ lines, payouts }: BatchWithLines, language: Language): string {
  const texts = batchCsvTexts[language];
  const byLine = new Map(payouts.map((payout) => [payout.line, payout]));
  const header = [texts.line, ...texts.columns, ...texts.results];
  const rows = lines.map((line) => {
    const payout = byLine.get(line.line);
    const amount = line.amount === null ? null : csvMoney(line.amount, language);
    const status = payout ? texts.statuses[payout.status] : texts.notSent;
    return [
      line.line,
      line.name,
      line.document,
      line.pixKeyType,
      line.pixKey,
      amount,
      line.description,
      line.externalId,
      status,
      failureIn(payout?.failure ?? null, language)?.message ?? null,
      payout?.id ?? null,
      payout?.endToEndId ?? null,
    ];
  });
  return csvFile([header, ...rows], language);
}
