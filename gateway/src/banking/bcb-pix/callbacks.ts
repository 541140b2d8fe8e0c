import type { BankNotice, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { isObject, requireText, UnreadableAnswer } from './json-fields.ts';
import { outcomeOf, outcomeOfSearch } from './outcome-of-answer.ts';
import { readPayment } from './read-payment.ts';

type CallbacksOfBank = Pick<ReceivingBank, 'registerCallback' | 'findCallback' | 'removeCallback'>;

/** `/webhook/{chave}` of the standard: one address for each key; the bank adds `/pix` to it. */
export function callbacksOf(settings: BcbPixSettings): CallbacksOfBank {
  const { http } = settings;
  const path = `${settings.pathPrefix}/webhook/${encodeURIComponent(settings.pixKey)}`;
  return {
    registerCallback: async (url) => {
      const answer = await http.call({
        operation: 'register callback',
        method: 'PUT',
        path,
        headers: settings.callbackHeaders ?? {},
        body: { webhookUrl: url },
      });
      return outcomeOf(answer, () => undefined);
    },
    findCallback: async () => {
      const answer = await http.call({ operation: 'find callback', method: 'GET', path });
      return outcomeOfSearch(answer, (body) => requireText(body, 'webhookUrl'));
    },
    removeCallback: async () => {
      const answer = await http.call({ operation: 'remove callback', method: 'DELETE', path });
      // "Not found" also means that no address is registered any more.
      return outcomeOfSearch(answer, () => undefined);
    },
  };
}

/** The items of a call-back `{"pix": [...]}`; undefined for any other body. */
export function itemsOfCallback(
  body: unknown,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  if (!isObject(body) || !Array.isArray(body.pix)) return undefined;
  return body.pix.filter(isObject);
}

/**
 * Reads a call-back of the standard; undefined for any other body. Items that can't be read are
 * left out, because their payments are also found in the list of received payments.
 */
export function readCallback(body: unknown): BankNotice[] | undefined {
  return itemsOfCallback(body)?.flatMap((item) => receivedNotice(item) ?? []);
}

/** The payment of one item; undefined when it can't be read. */
export function receivedNotice(item: Readonly<Record<string, unknown>>): BankNotice | undefined {
  try {
    return { kind: 'received', payment: readPayment(item) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) return undefined;
    throw error;
  }
}
