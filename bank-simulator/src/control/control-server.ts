import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { DisputeOutcome } from '../bank/disputes.ts';
import { API_OPERATIONS, type FaultOrder, OWN_OPERATIONS } from '../bank/faults.ts';
import { PaymentImpossible } from '../bank/payments.ts';
import { PAYOUT_MENU } from '../bank/payout-menu.ts';
import { BankRefusal } from '../bank/refusal.ts';
import { readAmount } from '../money.ts';
import type { BankSimulator } from '../running-bank.ts';
import {
  AMOUNT_BODY,
  DECISION_BODY,
  DISPUTE_BODY,
  FAULT_BODY,
  INCOMING_PAYMENT_BODY,
  PAYMENT_BODY,
  SETTLEMENT_BODY,
  TAKE_BACK_BODY,
} from './control-schemas.ts';
import { describeState } from './describe-state.ts';
import { addRecurringControlRoutes } from './recurring-control-routes.ts';

type ControlledBank = Omit<BankSimulator, 'controlUrl' | 'stop'>;

const PAGE_FOLDER = join(import.meta.dirname, '../../page');
const PAGE_FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['page.html', 'text/html; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/draw.js': ['draw.js', 'text/javascript; charset=utf-8'],
  '/pagador': ['payer.html', 'text/html; charset=utf-8'],
  '/payer.js': ['payer.js', 'text/javascript; charset=utf-8'],
  '/draw-payer.js': ['draw-payer.js', 'text/javascript; charset=utf-8'],
  '/ask.js': ['ask.js', 'text/javascript; charset=utf-8'],
};

/** The control API and the page, for tests and people: plain HTTP, always on the loopback. */
export async function startControlServer(bank: ControlledBank) {
  const server = Fastify({
    forceCloseConnections: true,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  });
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const isExpected = error instanceof PaymentImpossible || error instanceof BankRefusal;
    const status = isExpected ? 422 : (error.statusCode ?? 422);
    return reply.status(status).send({ mensagem: error.message });
  });
  for (const [path, [file, type]] of Object.entries(PAGE_FILES)) {
    server.get(path, async (_request, reply) =>
      reply.type(type).send(await readFile(join(PAGE_FOLDER, file), 'utf8')),
    );
  }
  addMoneyRoutes(server, bank);
  addFaultRoutes(server, bank);
  addRecurringControlRoutes(server, bank);
  server.get('/control/state', async () => describeState(bank));
  server.get('/control/requests', async () => bank.requestLog.entries());
  const url = await server.listen({ host: '127.0.0.1', port: bank.settings.controlPort });
  return { url, close: () => server.close() };
}

function addMoneyRoutes(server: FastifyInstance, bank: ControlledBank): void {
  server.post<{ Body: { code: string; amount?: string; isForced?: boolean } }>(
    '/control/pay',
    { schema: { body: PAYMENT_BODY } },
    async ({ body }) => {
      const amount = body.amount === undefined ? undefined : readAmount(body.amount);
      const payment = bank.pay(body.code, { amount, isForced: body.isForced });
      return { endToEndId: payment.endToEndId };
    },
  );
  server.post<{ Body: { amount: string; txid?: string } }>(
    '/control/receive',
    { schema: { body: INCOMING_PAYMENT_BODY } },
    async ({ body }) => {
      const payment = bank.receiveWithoutCharge(readAmount(body.amount) ?? 0n, body.txid);
      return { endToEndId: payment.endToEndId };
    },
  );
  server.post<{ Params: { id: string }; Body: { amount: string } }>(
    '/control/payouts/:id/return',
    { schema: { body: AMOUNT_BODY } },
    async ({ params, body }) => {
      const { returnId } = bank.returnPayout(params.id, readAmount(body.amount) ?? 0n);
      return { returnId };
    },
  );
  server.post<{ Params: { id: string }; Body: { isPaid: boolean } }>(
    '/control/payouts/:id/settle',
    { schema: { body: SETTLEMENT_BODY } },
    async ({ params, body }) => {
      const { status } = bank.settlePayout(params.id, body.isPaid ? undefined : true);
      return { status };
    },
  );
  addDisputeRoutes(server, bank);
}

function addDisputeRoutes(server: FastifyInstance, bank: ControlledBank): void {
  server.post<{ Params: { id: string }; Body: { amount: string; nature?: string } }>(
    '/control/payments/:id/take-back',
    { schema: { body: TAKE_BACK_BODY } },
    async ({ params, body }) => {
      const { returnId } = bank.takeBack(params.id, readAmount(body.amount) ?? 0n, body.nature);
      return { returnId };
    },
  );
  server.post<{ Params: { id: string }; Body: { amount?: string; nature?: string } }>(
    '/control/payments/:id/dispute',
    { schema: { body: DISPUTE_BODY } },
    async ({ params, body }) => {
      const amount = body.amount === undefined ? undefined : readAmount(body.amount);
      const { id } = bank.openDispute(params.id, { amount, nature: body.nature });
      return { id };
    },
  );
  server.post<{ Params: { id: string }; Body: { outcome: DisputeOutcome; amount?: string } }>(
    '/control/disputes/:id/decide',
    { schema: { body: DECISION_BODY } },
    async ({ params, body }) => {
      const amount = body.amount === undefined ? undefined : readAmount(body.amount);
      const { status } = bank.decideDispute(params.id, body.outcome, amount);
      return { status };
    },
  );
}

function addFaultRoutes(server: FastifyInstance, bank: ControlledBank): void {
  server.get('/control/faults', async () => ({
    faults: describeState(bank).faults,
    operations: ['*', ...API_OPERATIONS, ...OWN_OPERATIONS],
    payoutMenu: Object.entries(PAYOUT_MENU).map(([key, { words }]) => ({ key, words })),
  }));
  server.post<{ Body: Omit<FaultOrder, 'amount'> & { amount?: string } }>(
    '/control/faults',
    { schema: { body: FAULT_BODY } },
    async ({ body }) => {
      const { amount: decimal, ...order } = body;
      const amount = decimal === undefined ? undefined : readAmount(decimal);
      return { id: bank.faults.add(amount === undefined ? order : { ...order, amount }) };
    },
  );
  server.delete('/control/faults', async (_request, reply) => {
    bank.faults.clear();
    return reply.status(204).send();
  });
  server.delete<{ Params: { id: string } }>('/control/faults/:id', async (request, reply) => {
    bank.faults.remove(Number(request.params.id));
    return reply.status(204).send();
  });
  server.put<{ Params: { id: string }; Body: Record<string, unknown> }>(
    '/control/altered/:id',
    { schema: { body: { type: 'object' } } },
    async ({ params, body }, reply) => {
      bank.alter(params.id, body);
      return reply.status(204).send();
    },
  );
  server.delete<{ Params: { id: string } }>('/control/altered/:id', async (request, reply) => {
    bank.alter(request.params.id, undefined);
    return reply.status(204).send();
  });
  server.post('/control/queue/work-off', async () => ({ count: bank.workOffQueue() }));
  server.post('/control/revoke-tokens', async (_request, reply) => {
    bank.revokeTokens();
    return reply.status(204).send();
  });
}
