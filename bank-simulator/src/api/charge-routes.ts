import type { Bank } from '../bank/bank.ts';
import {
  type ChargeOrder,
  type ChargeRevision,
  createCharge,
  findCharge,
  putCharge,
  reviseCharge,
} from '../bank/charges.ts';
import { locationOf } from '../bank/locations.ts';
import { refuseField } from '../bank/refusal.ts';
import { representCharge, withPayments } from '../bank/represent-charges.ts';
import { createIdentifier } from '../identifiers.ts';
import { readAmount } from '../money.ts';
import type { AdditionalInformation, Charge, Debtor } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';
import { CHARGE_BODY, CHARGE_PATH, CHARGE_REVISION_BODY } from './schemas.ts';

interface ChargeBody {
  readonly calendario: { readonly expiracao?: number | string };
  readonly devedor?: Debtor;
  readonly loc?: { readonly id: number };
  readonly valor: { readonly original: string; readonly modalidadeAlteracao?: 0 | 1 };
  readonly chave: string;
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly AdditionalInformation[];
}

type RevisionBody = Partial<ChargeBody> & { readonly status?: string };

const INVALID = 'chargeInvalid';

/** `/v2/cob` of API Pix 2.10.0. */
export function addChargeRoutes(server: ApiServer, bank: Bank): void {
  server.put<{ Params: { txid: string }; Body: ChargeBody }>(
    '/v2/cob/:txid',
    {
      schema: { params: CHARGE_PATH, body: CHARGE_BODY },
      config: { operation: 'createCharge', scope: 'cob.write', invalid: INVALID },
    },
    async (request, reply) => {
      reply.status(201);
      return representCharge(bank, putCharge(bank, request.params.txid, readOrder(request.body)));
    },
  );
  server.post<{ Body: ChargeBody }>(
    '/v2/cob',
    {
      schema: { body: CHARGE_BODY },
      config: { operation: 'createChargeWithoutTxid', scope: 'cob.write', invalid: INVALID },
    },
    async (request, reply) => {
      reply.status(201);
      return representCharge(bank, createCharge(bank, createIdentifier(), readOrder(request.body)));
    },
  );
  server.patch<{ Params: { txid: string }; Body: RevisionBody }>(
    '/v2/cob/:txid',
    {
      schema: { params: CHARGE_PATH, body: CHARGE_REVISION_BODY },
      config: { operation: 'reviseCharge', scope: 'cob.write', invalid: INVALID },
    },
    async (request) =>
      representCharge(bank, reviseCharge(bank, request.params.txid, readRevision(request.body))),
  );
  addChargeQueries(server, bank);
}

function addChargeQueries(server: ApiServer, bank: Bank): void {
  server.get<{ Params: { txid: string }; Querystring: Query }>(
    '/v2/cob/:txid',
    { config: { operation: 'findCharge', scope: 'cob.read', invalid: 'chargeQueryInvalid' } },
    async (request) => {
      const { revisao } = request.query;
      const revision = revisao === undefined ? undefined : Number(revisao);
      return withPayments(bank, findCharge(bank, request.params.txid, revision));
    },
  );
  server.get<{ Querystring: Query }>(
    '/v2/cob',
    { config: { operation: 'listCharges', scope: 'cob.read', invalid: 'chargeQueryInvalid' } },
    async (request) => {
      const rows = selectCharges(bank, request.query);
      const { page, parametros } = pageOf(
        rows,
        request.query,
        pageRule(bank, 'chargeQueryInvalid'),
      );
      return { parametros, cobs: page.map((charge) => withPayments(bank, charge)) };
    },
  );
}

function selectCharges(bank: Bank, query: Query): Charge[] {
  const { from, to } = readPeriod(query, 'chargeQueryInvalid');
  const { cpf, cnpj, status } = query;
  const isLocated = readBoolean(query, 'locationPresente', 'chargeQueryInvalid');
  return bank.state.charges
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter((charge) => status === undefined || charge.status === status)
    .filter(
      (charge) => isLocated === undefined || (locationOf(bank, charge) !== undefined) === isLocated,
    )
    .filter(({ debtor }) => cpf === undefined || debtor?.cpf === cpf)
    .filter(({ debtor }) => cnpj === undefined || debtor?.cnpj === cnpj);
}

function readOrder(body: ChargeBody): ChargeOrder {
  const { valor } = body;
  const amount = readAmount(valor.original);
  if (amount === undefined) throw refuseField(INVALID, 'cob.valor.original', 'Valor inválido');
  return {
    amount,
    amountMayChange: valor.modalidadeAlteracao,
    expiresInSeconds: readSeconds(body.calendario),
    key: body.chave,
    debtor: body.devedor,
    requestToPayer: body.solicitacaoPagador,
    additionalInformation: body.infoAdicionais,
    locationId: body.loc?.id,
  };
}

function readSeconds({ expiracao }: ChargeBody['calendario']): number | undefined {
  return expiracao === undefined ? undefined : Number(expiracao);
}

/** The fields that the body has; the charge keeps its value of each other field. */
function readRevision(body: RevisionBody): ChargeRevision {
  const { valor, calendario, chave, devedor, solicitacaoPagador, infoAdicionais, loc } = body;
  const amount = valor === undefined ? undefined : readAmount(valor.original);
  return {
    ...(amount === undefined ? {} : { amount, amountMayChange: valor?.modalidadeAlteracao }),
    ...(calendario === undefined ? {} : { expiresInSeconds: readSeconds(calendario) }),
    ...(chave === undefined ? {} : { key: chave }),
    ...(devedor === undefined ? {} : { debtor: devedor }),
    ...(solicitacaoPagador === undefined ? {} : { requestToPayer: solicitacaoPagador }),
    ...(infoAdicionais === undefined ? {} : { additionalInformation: infoAdicionais }),
    ...(loc === undefined ? {} : { locationId: loc.id }),
    ...(body.status === undefined ? {} : { isRemoved: true }),
  };
}
