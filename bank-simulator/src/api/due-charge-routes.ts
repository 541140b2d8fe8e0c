import type { Bank } from '../bank/bank.ts';
import {
  findDueCharge,
  putDueCharge,
  removeDueCharge,
  reviseDueCharge,
} from '../bank/due-charges.ts';
import { locationOf } from '../bank/locations.ts';
import { representDueCharge, withPayments } from '../bank/represent-charges.ts';
import type { DueCharge } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { type DueChargeBody, readDueOrder, readDueRevision } from './due-charge-bodies.ts';
import { DUE_CHARGE_BODY, DUE_CHARGE_REVISION_BODY } from './due-schemas.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';
import { CHARGE_PATH } from './schemas.ts';

const INVALID = 'dueChargeInvalid';
const QUERY_INVALID = 'dueChargeQueryInvalid';

/** `/v2/cobv` of API Pix 2.10.0. */
export function addDueChargeRoutes(server: ApiServer, bank: Bank): void {
  server.put<{ Params: { txid: string }; Body: DueChargeBody }>(
    '/v2/cobv/:txid',
    {
      schema: { params: CHARGE_PATH, body: DUE_CHARGE_BODY },
      config: { operation: 'createDueCharge', scope: 'cobv.write', invalid: INVALID },
    },
    async (request, reply) => {
      const charge = putDueCharge(bank, request.params.txid, readDueOrder(request.body));
      reply.status(201);
      const answer = representDueCharge(bank, charge);
      const isRemoved = bank.faults.take('createDueCharge', ['removed']).length > 0;
      if (isRemoved) removeDueCharge(bank, charge.txid);
      return answer;
    },
  );
  server.patch<{ Params: { txid: string }; Body: DueChargeBody }>(
    '/v2/cobv/:txid',
    {
      schema: { params: CHARGE_PATH, body: DUE_CHARGE_REVISION_BODY },
      config: { operation: 'reviseDueCharge', scope: 'cobv.write', invalid: INVALID },
    },
    async ({ params, body }) =>
      representDueCharge(bank, reviseDueCharge(bank, params.txid, readDueRevision(body))),
  );
  server.get<{ Params: { txid: string }; Querystring: Query }>(
    '/v2/cobv/:txid',
    { config: { operation: 'findDueCharge', scope: 'cobv.read', invalid: QUERY_INVALID } },
    async ({ params, query }) => {
      const revision = query.revisao === undefined ? undefined : Number(query.revisao);
      const charge = findDueCharge(bank, params.txid, revision);
      const isUnlisted = bank.faults.take('findDueCharge', ['unlisted']).length > 0;
      return isUnlisted ? representDueCharge(bank, charge) : withPayments(bank, charge);
    },
  );
  server.get<{ Querystring: Query }>(
    '/v2/cobv',
    { config: { operation: 'listDueCharges', scope: 'cobv.read', invalid: QUERY_INVALID } },
    async ({ query }) => {
      const rows = selectDueCharges(bank, query);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, cobs: page.map((charge) => withPayments(bank, charge)) };
    },
  );
}

/** The lot is `loteCobVId` in the document, `lotecobvid` in the manual. */
function selectDueCharges(bank: Bank, query: Query): DueCharge[] {
  const { from, to } = readPeriod(query, QUERY_INVALID);
  const { cpf, cnpj, status } = query;
  const lot = query.loteCobVId ?? query.lotecobvid;
  const lotId = bank.state.lots.values().find(({ number }) => String(number) === lot)?.id ?? lot;
  const isLocated = readBoolean(query, 'locationPresente', QUERY_INVALID);
  return bank.state.dueCharges
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter((charge) => status === undefined || charge.status === status)
    .filter(({ debtor }) => cpf === undefined || debtor.cpf === cpf)
    .filter(({ debtor }) => cnpj === undefined || debtor.cnpj === cnpj)
    .filter((charge) => lot === undefined || charge.lotId === lotId)
    .filter(
      (charge) => isLocated === undefined || (locationOf(bank, charge) !== undefined) === isLocated,
    );
}
