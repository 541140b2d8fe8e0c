import type { Bank } from '../bank/bank.ts';
import { findPayment } from '../bank/payments.ts';
import { queueOrder } from '../bank/queue.ts';
import { findRefund, sendRefund } from '../bank/refunds.ts';
import { refuseField } from '../bank/refusal.ts';
import { representPayment, representRefund } from '../bank/represent.ts';
import { readAmount } from '../money.ts';
import type { ReceivedPayment } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';
import { staySilent } from './request-hooks.ts';
import { REFUND_BODY, REFUND_PATH } from './schemas.ts';

interface RefundRequest {
  Params: { e2eid: string; id: string };
  Body: { valor: string; natureza?: string; descricao?: string };
}

/** `/v2/pix` of API Pix 2.10.0: received payments and their refunds. */
export function addPaymentRoutes(server: ApiServer, bank: Bank): void {
  server.get<{ Params: { e2eid: string } }>(
    '/v2/pix/:e2eid',
    { config: { operation: 'findPayment', scope: 'pix.read' } },
    async (request) => representPayment(findPayment(bank, request.params.e2eid)),
  );
  server.get<{ Querystring: Query }>(
    '/v2/pix',
    { config: { operation: 'listPayments', scope: 'pix.read', invalid: 'paymentQueryInvalid' } },
    async (request) => {
      const rows = selectPayments(bank, request.query);
      const { page, parametros } = pageOf(
        rows,
        request.query,
        pageRule(bank, 'paymentQueryInvalid'),
      );
      return { parametros, pix: page.map(representPayment) };
    },
  );
  server.put<RefundRequest>(
    '/v2/pix/:e2eid/devolucao/:id',
    {
      schema: { params: REFUND_PATH, body: REFUND_BODY },
      config: { operation: 'sendRefund', scope: 'pix.write', invalid: 'refundInvalid' },
    },
    async (request, reply) => {
      const { valor, natureza, descricao } = request.body;
      const amount = readAmount(valor);
      if (amount === undefined) throw refuseField('refundInvalid', 'devolucao.valor', 'Inválido');
      const { e2eid, id } = request.params;
      const order = { id, amount, nature: natureza, description: descricao };
      const reason = 'As devoluções excederiam o valor do pix originário';
      const isQueued = queueOrder(bank, 'sendRefund', {
        id: `${e2eid}/${id}`,
        repeated: refuseField('refundInvalid', 'devolucao.valor', reason),
        work: () => void sendRefund(bank, e2eid, order),
      });
      if (isQueued) return staySilent(bank, request, reply);
      reply.status(201);
      return representRefund(sendRefund(bank, e2eid, order));
    },
  );
  server.get<{ Params: { e2eid: string; id: string } }>(
    '/v2/pix/:e2eid/devolucao/:id',
    { config: { operation: 'findRefund', scope: 'pix.read' } },
    async ({ params }) => representRefund(findRefund(bank, params.e2eid, params.id)),
  );
}

function selectPayments(bank: Bank, query: Query): ReceivedPayment[] {
  const invalid = 'paymentQueryInvalid';
  const { from, to } = readPeriod(query, invalid);
  const hasTxid = readBoolean(query, 'txIdPresente', invalid);
  const hasRefund = readBoolean(query, 'devolucaoPresente', invalid);
  const ofMed = readBoolean(query, 'finalidadeMED', invalid);
  // Payers of the simulator have no documents, so a filter by one finds nothing.
  if (query.cpf !== undefined || query.cnpj !== undefined) return [];
  const rows = bank.state.payments
    .values()
    .filter(({ receivedAt }) => receivedAt >= from && receivedAt <= to)
    .filter(({ txid }) => query.txid === undefined || txid === query.txid)
    .filter(({ txid }) => hasTxid === undefined || (txid !== undefined) === hasTxid)
    .filter(({ refunds }) => hasRefund === undefined || refunds.length > 0 === hasRefund)
    .filter(({ isOfMed = false }) => ofMed === undefined || isOfMed === ofMed);
  // Efí lists the newest first; the standard doesn't define an order.
  return bank.settings.dialect === 'efi' ? rows.reverse() : rows;
}
