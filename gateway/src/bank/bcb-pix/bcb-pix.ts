import type { ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { callbacksOf } from './callbacks.ts';
import { chargesOf } from './charges.ts';
import { dueChargesOf } from './due-charges.ts';
import { UnreadableAnswer } from './json-fields.ts';
import { listQuery, PAGE_SIZE } from './list-query.ts';
import { locationsOf } from './locations.ts';
import { offersOf } from './offers.ts';
import { outcomeOf, outcomeOfSearch } from './outcome-of-answer.ts';
import { readPage, readPayment } from './read-payment.ts';
import { refundsOf } from './refunds.ts';

/** Makes the receiving side of a bank that follows the Central Bank's API Pix 2.10.0. */
export function createBcbPix(settings: BcbPixSettings): ReceivingBank {
  return {
    ...chargesOf(settings),
    ...dueChargesOf(settings),
    ...locationsOf(settings),
    ...offersOf(settings),
    ...receivedOf(settings),
    ...refundsOf(settings),
    ...callbacksOf(settings),
  };
}

/** `GET /pix` of the standard. Every listed payment is settled: a Pix has no pending state. */
function receivedOf({
  http,
  pathPrefix,
}: BcbPixSettings): Pick<ReceivingBank, 'listReceived' | 'findReceived'> {
  return {
    listReceived: async (period, page, { hasRefunds = false } = {}) => {
      const answer = await http.call({
        operation: 'list received',
        method: 'GET',
        path: `${pathPrefix}/pix`,
        query: {
          ...listQuery(period, page),
          ...(hasRefunds && { devolucaoPresente: 'true' }),
        },
      });
      return outcomeOf(answer, (body) => readPage(body, { page, size: PAGE_SIZE }));
    },
    findReceived: async (endToEndId) => {
      const answer = await http.call({
        operation: 'find received',
        method: 'GET',
        path: `${pathPrefix}/pix/${encodeURIComponent(endToEndId)}`,
      });
      return outcomeOfSearch(answer, (body) => {
        const payment = readPayment(body);
        if (payment.endToEndId !== endToEndId) throw new UnreadableAnswer('endToEndId');
        return payment;
      });
    },
  };
}
