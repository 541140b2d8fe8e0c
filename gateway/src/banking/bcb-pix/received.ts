import type { ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { UnreadableAnswer } from './json-fields.ts';
import { outcomeOf, outcomeOfSearch } from './outcome-of-answer.ts';
import { readPage, readPayment } from './read-payment.ts';

const PAGE_SIZE = 100;

/** `GET /pix` of the standard. Whatever is found there is settled: a Pix has no pending state. */
export function receivedOf({
  http,
  pathPrefix,
}: BcbPixSettings): Pick<ReceivingBank, 'listReceived' | 'findReceived'> {
  return {
    listReceived: async ({ from, to }, page) => {
      const answer = await http.call({
        operation: 'list received',
        method: 'GET',
        path: `${pathPrefix}/pix`,
        query: {
          inicio: secondBefore(from),
          fim: secondBefore(to + 999),
          'paginacao.paginaAtual': String(page),
          'paginacao.itensPorPagina': String(PAGE_SIZE),
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

/** Whole seconds: not every bank reads fractions of them. */
function secondBefore(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
