import { firstCharacters } from '#src/ground/characters.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import type { JsonObject } from '../bank-http/classify-result.ts';
import type { BankRefund, Outcome, ReceivingBank, RefundOrder } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { UnreadableAnswer } from './json-fields.ts';
import {
  afterFailedSearch,
  done,
  outcomeOf,
  outcomeOfSearch,
  unknown,
} from './outcome-of-answer.ts';
import { readRefund } from './read-payment.ts';

type RefundsOfBank = Pick<ReceivingBank, 'sendRefund' | 'findRefund'>;

const REASON_LENGTH_MAX = 140;
const CONFLICT = 409;

/** `/pix/{e2eid}/devolucao/{id}` of the standard: refunds to the payer, under our id. */
export function refundsOf({ http, pathPrefix }: BcbPixSettings): RefundsOfBank {
  const pathOf = (endToEndId: string, refundId: string): string =>
    `${pathPrefix}/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(refundId)}`;

  async function findRefund(
    endToEndId: string,
    refundId: string,
  ): Promise<Outcome<BankRefund | undefined>> {
    const path = pathOf(endToEndId, refundId);
    const answer = await http.call({ operation: 'find refund', method: 'GET', path });
    return outcomeOfSearch(answer, (body) => readOwnRefund(body, refundId));
  }

  async function sendRefund(order: RefundOrder): Promise<Outcome<BankRefund>> {
    const { endToEndId, refundId, amount } = order;
    const reason = firstCharacters(order.reason?.trim() ?? '', REASON_LENGTH_MAX);
    const answer = await http.call({
      operation: 'send refund',
      method: 'PUT',
      path: pathOf(endToEndId, refundId),
      body: { valor: centavosToDecimal(amount), ...(reason !== '' && { descricao: reason }) },
    });
    const outcome = outcomeOf(answer, (body) => readOwnRefund(body, refundId));
    if (outcome.kind === 'done') return sameAmount(outcome.value, order);
    if (answer.kind !== 'refused') return outcome;
    // The refusal may answer a repeat, so an earlier attempt is looked up.
    const found = await findRefund(endToEndId, refundId);
    if (found.kind !== 'done') return afterFailedSearch(found);
    if (found.value) return sameAmount(found.value, order);
    if (answer.status !== CONFLICT) return outcome;
    return unknown('O banco informa que a devolução existe, mas não a encontra.');
  }

  return { sendRefund, findRefund };
}

function readOwnRefund(body: JsonObject, refundId: string): BankRefund {
  const refund = readRefund(body);
  if (refund.refundId !== refundId) throw new UnreadableAnswer('id');
  return refund;
}

/** The bank has sent money under our id, so another amount is `unknown` and not a refusal. */
function sameAmount(refund: BankRefund, order: RefundOrder): Outcome<BankRefund> {
  return refund.amount === order.amount
    ? done(refund)
    : unknown('O valor da devolução no banco difere do pedido.');
}
