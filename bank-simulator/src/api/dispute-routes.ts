import type { Bank } from '../bank/bank.ts';
import { addDisputeFile, defendDispute, repeatedDefense } from '../bank/disputes.ts';
import { findPayment } from '../bank/payments.ts';
import { queueOrder } from '../bank/queue.ts';
import { representDispute } from '../bank/represent.ts';
import type { Dispute } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readPeriod } from './page-of.ts';
import { staySilent } from './request-hooks.ts';
import { DEFENSE_BODY, DEFENSE_FILE_BODY } from './schemas.ts';

interface DefenseRequest {
  Params: { id: string };
  Body: { analise: string; justificativa: string };
}

/** Efí's routes for disputes (infrações MED): list and defense; and files, which it lacks. */
export function addDisputeRoutes(server: ApiServer, bank: Bank): void {
  addFileRoute(server, bank);
  server.get<{ Querystring: Query }>(
    '/v2/gn/infracoes',
    {
      config: {
        operation: 'listDisputes',
        scope: 'gn.infractions.read',
        invalid: 'disputeQueryInvalid',
      },
    },
    async (request) => {
      const rule = pageRule(bank, 'disputeQueryInvalid');
      const { page, parametros } = pageOf(selectDisputes(bank, request.query), request.query, rule);
      const infracoes = page.map((dispute) =>
        representDispute(dispute, findPayment(bank, dispute.endToEndId)),
      );
      return { parametros, infracoes };
    },
  );
  server.post<DefenseRequest>(
    '/v2/gn/infracoes/:id/defesa',
    {
      schema: { body: DEFENSE_BODY },
      config: {
        operation: 'sendDefense',
        scope: 'gn.infractions.write',
        invalid: 'defenseInvalid',
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const work = (): void => void defendDispute(bank, id, request.body.justificativa);
      const isQueued = queueOrder(bank, 'sendDefense', { id, repeated: repeatedDefense(), work });
      if (isQueued) return staySilent(bank, request, reply);
      work();
      // Efí's documentation shows this text, which is no JSON.
      return reply.status(201).type('text/plain').send('Defesa de infração MED criada');
    },
  );
}

interface FileRequest {
  Params: { id: string; file: string };
  Body: { nome: string; tipo: string; conteudo: string };
}

/** A file of 10 MB in base64. */
const FILE_BODY_BYTES_MAX = 15 * 1_024 * 1_024;

function addFileRoute(server: ApiServer, bank: Bank): void {
  server.put<FileRequest>(
    '/v2/gn/infracoes/:id/anexos/:file',
    {
      bodyLimit: FILE_BODY_BYTES_MAX,
      schema: { body: DEFENSE_FILE_BODY },
      config: {
        operation: 'sendDisputeFile',
        scope: 'gn.infractions.write',
        invalid: 'defenseInvalid',
      },
    },
    async ({ params, body }, reply) => {
      const content = Buffer.from(body.conteudo, 'base64');
      const key = { disputeId: params.id, id: params.file };
      addDisputeFile(bank, key, { name: body.nome, type: body.tipo, content });
      return reply.status(201).send({ id: params.file, nome: body.nome });
    },
  );
}

/** The newest first. Efí doesn't document which of the instants the period means: the opening. */
function selectDisputes(bank: Bank, query: Query): Dispute[] {
  const { from, to } = readPeriod(query, 'disputeQueryInvalid');
  return bank.state.disputes
    .values()
    .filter(({ openedAt }) => openedAt >= from && openedAt <= to)
    .reverse();
}
