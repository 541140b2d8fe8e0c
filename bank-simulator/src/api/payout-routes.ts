import { announce } from '../bank/announce.ts';
import type { Bank } from '../bank/bank.ts';
import { findPayment } from '../bank/payments.ts';
import {
  findPayout,
  findPayoutByEndToEndId,
  type PayoutOrder,
  sendPayout,
} from '../bank/payouts.ts';
import { queueOrder } from '../bank/queue.ts';
import { BankRefusal } from '../bank/refusal.ts';
import {
  type Json,
  representAcceptedPayout,
  representPayment,
  representPayout,
  representPayoutNotice,
  representReturnNotice,
} from '../bank/represent.ts';
import { readAmount, writeAmount } from '../money.ts';
import { accountOf, blockedBalance, freeBalance } from '../state/bank-state.ts';
import type { Beneficiary, Payout } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readPeriod } from './page-of.ts';
import { staySilent } from './request-hooks.ts';
import { PAYOUT_BODY, PAYOUT_PATH, RESEND_BODY } from './schemas.ts';

interface PayoutRequest {
  Params: { id: string };
  Body: {
    valor: string;
    pagador: { chave: string; infoPagador?: string };
    favorecido: Beneficiary;
  };
}

interface ResendRequest {
  Body: { tipo: string; e2eids: string[] };
}

/** Routes that Efí adds to the standard: send a Pix, read the balance, repeat call-backs. */
export function addPayoutRoutes(server: ApiServer, bank: Bank): void {
  for (const version of ['v2', 'v3']) {
    server.put<PayoutRequest>(
      `/${version}/gn/pix/:id`,
      {
        schema: { params: PAYOUT_PATH, body: PAYOUT_BODY },
        config: { operation: 'sendPayout', scope: 'pix.send', invalid: 'payoutInvalid' },
      },
      async (request, reply) => {
        const { params, body } = request;
        const amount = readAmount(body.valor);
        if (amount === undefined) throw new BankRefusal('payoutInvalid', 'Campo valor inválido');
        const order: PayoutOrder = {
          id: params.id,
          amount,
          payerKey: body.pagador.chave,
          payerInformation: body.pagador.infoPagador,
          beneficiary: body.favorecido,
        };
        if (isQueued(bank, order)) return staySilent(bank, request, reply);
        reply.status(201);
        return representAcceptedPayout(sendPayout(bank, order));
      },
    );
  }
  addPayoutQueries(server, bank);
  addAccountRoutes(server, bank);
}

function isQueued(bank: Bank, order: PayoutOrder): boolean {
  const message = 'Saldo insuficiente para realizar o pagamento';
  const repeated = new BankRefusal('payoutDenied', message);
  const work = (): void => void sendPayout(bank, order);
  return queueOrder(bank, 'sendPayout', { id: order.id, repeated, work });
}

function addPayoutQueries(server: ApiServer, bank: Bank): void {
  const scope = 'gn.pix.send.read';
  server.get<{ Params: { id: string } }>(
    '/v2/gn/pix/enviados/id-envio/:id',
    { config: { operation: 'findPayout', scope } },
    async (request) => representPayout(findPayout(bank, request.params.id)),
  );
  server.get<{ Params: { e2eid: string } }>(
    '/v2/gn/pix/enviados/:e2eid',
    { config: { operation: 'findPayoutByEndToEndId', scope } },
    async (request) => representPayout(findPayoutByEndToEndId(bank, request.params.e2eid)),
  );
  server.get<{ Querystring: Query }>(
    '/v2/gn/pix/enviados',
    { config: { operation: 'listPayouts', scope, invalid: 'payoutQueryInvalid' } },
    async (request) => {
      const rows = selectPayouts(bank, request.query);
      const { page, parametros } = pageOf(
        rows,
        request.query,
        pageRule(bank, 'payoutQueryInvalid'),
      );
      return { parametros, pix: page.map(representPayout) };
    },
  );
}

function addAccountRoutes(server: ApiServer, bank: Bank): void {
  server.get<{ Querystring: Query }>(
    '/v2/gn/saldo',
    { config: { operation: 'readBalance', scope: 'gn.balance.read' } },
    async (request) => {
      const { state, settings } = bank;
      const isTotal = settings.balanceIncludesBlocked;
      const saldo = writeAmount(isTotal ? accountOf(state).balance : freeBalance(state));
      if (request.query.bloqueios !== 'true') return { saldo };
      const med = writeAmount(blockedBalance(state));
      return { saldo, bloqueios: { judicial: '0.00', med, total: med } };
    },
  );
  server.post<ResendRequest>(
    '/v2/gn/webhook/reenviar',
    {
      schema: { body: RESEND_BODY },
      config: { operation: 'resendCallbacks', scope: 'webhook.write' },
    },
    async (request, reply) => {
      const { tipo, e2eids } = request.body;
      const notices = e2eids.map((endToEndId) => noticeOf(bank, tipo, endToEndId));
      bank.state.transaction(() => {
        for (const notice of notices) announce(bank, bank.settings.pixKey, notice);
      });
      return reply.status(202).send();
    },
  );
}

function noticeOf(bank: Bank, kind: string, endToEndId: string): Json {
  const isOfPayout = kind === 'PIX_ENVIADO' || kind === 'DEVOLUCAO_RECEBIDA';
  if (!isOfPayout) return representPayment(findPayment(bank, endToEndId));
  const payout = findPayoutByEndToEndId(bank, endToEndId);
  return kind === 'PIX_ENVIADO' ? representPayoutNotice(payout) : representReturnNotice(payout);
}

function selectPayouts(bank: Bank, query: Query): Payout[] {
  const { from, to } = readPeriod(query, 'payoutQueryInvalid');
  return bank.state.payouts
    .values()
    .filter(({ requestedAt }) => requestedAt >= from && requestedAt <= to)
    .filter(({ status }) => query.status === undefined || status === query.status)
    .filter(({ beneficiary }) => query.cpf === undefined || beneficiary.cpf === query.cpf)
    .filter(({ beneficiary }) => query.cnpj === undefined || beneficiary.cnpj === query.cnpj)
    .reverse();
}
