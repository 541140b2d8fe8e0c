import type { Bank } from '../bank/bank.ts';
import { findRecurrence } from '../bank/recurring/recurrences.ts';
import {
  cancelRecurringCharge,
  createRecurringCharge,
  findRecurringCharge,
  type RecurringChargeOrder,
  retryRecurringCharge,
} from '../bank/recurring/recurring-charges.ts';
import { representRecurringCharge } from '../bank/recurring/represent-recurring-charges.ts';
import { refuseField } from '../bank/refusal.ts';
import type { Json } from '../bank/represent.ts';
import { createIdentifier } from '../identifiers.ts';
import { readAmount } from '../money.ts';
import type { DebtorDetails, ReceiverAccount, RecurringCharge } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readPeriod } from './page-of.ts';
import { CANCELATION_BODY, RECURRING_CHARGE_BODY } from './recurrence-schemas.ts';
import { CHARGE_PATH } from './schemas.ts';

interface RecurringChargeBody {
  readonly idRec: string;
  readonly infoAdicional?: string;
  readonly calendario: { readonly dataDeVencimento: string };
  readonly valor: { readonly original: string };
  readonly ajusteDiaUtil?: boolean;
  readonly recebedor: ReceiverAccount;
  readonly devedor?: DebtorDetails;
}

interface OneCharge {
  Params: { txid: string };
}

const INVALID = 'recurringChargeInvalid';
const QUERY_INVALID = 'recurringChargeQueryInvalid';

/** `/v2/cobr` of API Pix 2.10.0. */
export function addRecurringChargeRoutes(server: ApiServer, bank: Bank): void {
  server.put<OneCharge & { Body: RecurringChargeBody }>(
    '/v2/cobr/:txid',
    {
      schema: { params: CHARGE_PATH, body: RECURRING_CHARGE_BODY },
      config: { operation: 'createRecurringCharge', scope: 'cobr.write', invalid: INVALID },
    },
    async ({ params, body }, reply) => {
      reply.status(201);
      return represent(bank, createRecurringCharge(bank, params.txid, readOrder(body)));
    },
  );
  server.post<{ Body: RecurringChargeBody }>(
    '/v2/cobr',
    {
      schema: { body: RECURRING_CHARGE_BODY },
      config: {
        operation: 'createRecurringChargeWithoutTxid',
        scope: 'cobr.write',
        invalid: INVALID,
      },
    },
    async ({ body }, reply) => {
      reply.status(201);
      return represent(bank, createRecurringCharge(bank, createIdentifier(), readOrder(body)));
    },
  );
  addChanges(server, bank);
  addQueries(server, bank);
}

function addChanges(server: ApiServer, bank: Bank): void {
  server.patch<OneCharge>(
    '/v2/cobr/:txid',
    {
      schema: { params: CHARGE_PATH, body: CANCELATION_BODY },
      config: { operation: 'reviseRecurringCharge', scope: 'cobr.write', invalid: INVALID },
    },
    async ({ params }) => represent(bank, cancelRecurringCharge(bank, params.txid)),
  );
  server.post<{ Params: { txid: string; data: string } }>(
    '/v2/cobr/:txid/retentativa/:data',
    {
      schema: { params: CHARGE_PATH },
      config: { operation: 'retryRecurringCharge', scope: 'cobr.write', invalid: INVALID },
    },
    async ({ params }, reply) => {
      reply.status(201);
      return represent(bank, retryRecurringCharge(bank, params.txid, params.data));
    },
  );
}

function addQueries(server: ApiServer, bank: Bank): void {
  server.get<OneCharge>(
    '/v2/cobr/:txid',
    { config: { operation: 'findRecurringCharge', scope: 'cobr.read' } },
    async ({ params }) => represent(bank, findRecurringCharge(bank, params.txid)),
  );
  server.get<{ Querystring: Query }>(
    '/v2/cobr',
    { config: { operation: 'listRecurringCharges', scope: 'cobr.read', invalid: QUERY_INVALID } },
    async ({ query }) => {
      const rows = selectCharges(bank, query);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, cobsr: page.map((charge) => represent(bank, charge)) };
    },
  );
}

function represent(bank: Bank, charge: RecurringCharge): Json {
  return representRecurringCharge(bank, charge, findRecurrence(bank, charge.recurrenceId));
}

function readOrder(body: RecurringChargeBody): RecurringChargeOrder {
  const amount = readAmount(body.valor.original);
  if (amount === undefined) throw refuseField(INVALID, 'cobr.valor', 'Valor inválido');
  const { devedor, infoAdicional } = body;
  const cep = devedor?.cep?.replace('-', '');
  const debtor = devedor && { ...devedor, ...(cep === undefined ? {} : { cep }) };
  return {
    recurrenceId: body.idRec,
    dueDate: body.calendario.dataDeVencimento,
    amount,
    movesToBusinessDay: body.ajusteDiaUtil ?? true,
    receiver: body.recebedor,
    ...(infoAdicional === undefined ? {} : { information: infoAdicional }),
    ...(debtor === undefined ? {} : { debtor }),
  };
}

function selectCharges(bank: Bank, query: Query): RecurringCharge[] {
  const { from, to } = readPeriod(query, QUERY_INVALID);
  const { cpf, cnpj, status, convenio, idRec } = query;
  return bank.state.recurringCharges
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter((charge) => status === undefined || charge.status === status)
    .filter(({ recurrenceId }) => idRec === undefined || recurrenceId === idRec)
    .filter(({ recurrenceId }) => {
      const { debtor, covenant } = findRecurrence(bank, recurrenceId);
      return (
        (cpf === undefined || debtor.cpf === cpf) &&
        (cnpj === undefined || debtor.cnpj === cnpj) &&
        (convenio === undefined || covenant === convenio)
      );
    });
}
