import type { FastifyRequest } from 'fastify';
import type { Bank } from '../bank/bank.ts';
import { findLot, type LotOrder, type LotOrderItem, patchLot, putLot } from '../bank/lots.ts';
import { BankRefusal } from '../bank/refusal.ts';
import { representLot } from '../bank/represent-charges.ts';
import { type ApiServer, violationsOf } from './api-server.ts';
import {
  DUE_CHARGE_BODY,
  DUE_CHARGE_REVISION_BODY,
  LOT_BODY,
  LOT_REVISION_BODY,
} from './due-schemas.ts';
import { pageOf, pageRule, type Query, readPeriod } from './page-of.ts';

interface LotBody {
  readonly descricao?: string;
  readonly cobsv: readonly ({ readonly txid: string } & Record<string, unknown>)[];
}

const INVALID = 'lotInvalid';
const QUERY_INVALID = 'lotQueryInvalid';

/** `/v2/lotecobv` of API Pix 2.10.0. */
export function addLotRoutes(server: ApiServer, bank: Bank): void {
  server.put<{ Params: { id: string }; Body: LotBody }>(
    '/v2/lotecobv/:id',
    {
      schema: { body: LOT_BODY },
      config: { operation: 'createLot', scope: 'lotecobv.write', invalid: INVALID },
    },
    async (request, reply) => {
      putLot(bank, request.params.id, readLot(bank, request));
      return reply.status(202).send();
    },
  );
  server.patch<{ Params: { id: string }; Body: LotBody }>(
    '/v2/lotecobv/:id',
    {
      schema: { body: LOT_REVISION_BODY },
      config: { operation: 'reviseLot', scope: 'lotecobv.write', invalid: INVALID },
    },
    async (request, reply) => {
      patchLot(bank, request.params.id, readLot(bank, request));
      return reply.status(202).send();
    },
  );
  server.get<{ Params: { id: string } }>(
    '/v2/lotecobv/:id',
    { config: { operation: 'findLot', scope: 'lotecobv.read' } },
    async ({ params }) => representLot(findLot(bank, params.id)),
  );
  server.get<{ Querystring: Query }>(
    '/v2/lotecobv',
    { config: { operation: 'listLots', scope: 'lotecobv.read', invalid: QUERY_INVALID } },
    async ({ query }) => {
      const { from, to } = readPeriod(query, QUERY_INVALID);
      const rows = bank.state.lots
        .values()
        .filter(({ createdAt }) => createdAt >= from && createdAt <= to);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, lotes: page.map(representLot) };
    },
  );
}

function readLot(bank: Bank, request: FastifyRequest<{ Body: LotBody }>): LotOrder {
  const { descricao, cobsv } = request.body;
  const items = cobsv.map(({ txid, ...body }): LotOrderItem => {
    const isNew = bank.state.dueCharges.get(txid) === undefined;
    const schema = isNew ? DUE_CHARGE_BODY : DUE_CHARGE_REVISION_BODY;
    const validate =
      request.getValidationFunction(schema) ?? request.compileValidationSchema(schema);
    if (validate(body)) return { txid, body, refusal: undefined };
    const violations = violationsOf(validate.errors ?? [], 'cobv');
    const reason = violations[0]?.razao ?? '';
    return { txid, body, refusal: new BankRefusal('dueChargeInvalid', reason, violations) };
  });
  return { description: descricao, items };
}
