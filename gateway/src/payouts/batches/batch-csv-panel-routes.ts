import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { memberScope } from '#src/access/member-of-request.ts';
import { CSV_BEGINNING, csvLine, csvMoney } from '#src/platform/csv.ts';
import type { Database } from '#src/platform/database/database.ts';
import { panelReadResponses } from '#src/platform/errors/problem-schemas.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { isId } from '#src/platform/ids.ts';
import { EnvironmentParams } from '#src/platform/schemas/panel-schemas.ts';
import type { PayoutStatus } from '../payout.ts';
import type { BatchWithLines } from './payout-batch.ts';
import { readBatch } from './read-batches.ts';

const CsvFile = Type.Unsafe<string>({ type: 'string' });
const PATH = '/api/panel/:environment/payout-batches';
const TEMPLATE_PATH = '/api/panel/:environment/payout-batch-template.csv';
const COLUMNS = [
  ...['favorecido', 'documento', 'tipo da chave', 'chave', 'valor', 'descrição', 'referência'],
];
const TEMPLATE = [
  [
    'João Souza',
    '529.982.247-25',
    'e-mail',
    'joao@exemplo.com.br',
    '1.234,56',
    'Comissão',
    'nov-1',
  ],
  ['Papelaria Lima', '11.444.777/0001-61', 'cnpj', '11.444.777/0001-61', '89,90', '', 'nov-2'],
];
const STATUS_NAMES: Readonly<Record<PayoutStatus, string>> = {
  awaiting_approval: 'aguarda aprovação',
  pending: 'em andamento',
  paid: 'pago',
  failed: 'falhou',
};

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
      async (_request, reply) => {
        reply.header('content-disposition', 'attachment; filename="modelo-de-saques.csv"');
        reply.type('text/csv; charset=utf-8');
        return reply.send(CSV_BEGINNING + [COLUMNS, ...TEMPLATE].map(csvLine).join(''));
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
        reply.header('content-disposition', `attachment; filename="lote-${id}.csv"`);
        reply.type('text/csv; charset=utf-8');
        return reply.send(resultFile(batch));
      },
    );
  };
}

function resultFile({ lines, payouts }: BatchWithLines): string {
  const byLine = new Map(payouts.map((payout) => [payout.line, payout]));
  const header = ['linha', ...COLUMNS, 'situação', 'motivo', 'saque', 'EndToEndId'];
  const rows = lines.map((line) => {
    const payout = byLine.get(line.line);
    return [
      ...[line.line, line.name, line.document, line.pixKeyType, line.pixKey],
      ...[line.amount === null ? null : csvMoney(line.amount), line.description, line.externalId],
      ...[payout ? STATUS_NAMES[payout.status] : 'não enviado', payout?.failure?.message ?? null],
      ...[payout?.id ?? null, payout?.endToEndId ?? null],
    ];
  });
  return CSV_BEGINNING + [header, ...rows].map(csvLine).join('');
}
