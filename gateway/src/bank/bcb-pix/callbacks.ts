import type { JsonObject } from '../bank-http/classify-result.ts';
import type { BankNotice, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { idAt, isObject, requireText, UnreadableAnswer } from './json-fields.ts';
import { outcomeOf, outcomeOfSearch } from './outcome-of-answer.ts';
import { unreadableItem } from './read-list-page.ts';
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

/**
 * The items of a call-back of payments; undefined for any other body. The standard has
 * `{"pix": [...]}`; some banks send the array alone (Inter), or one payment without a list.
 */
export function itemsOfCallback(body: unknown): readonly JsonObject[] | undefined {
  const { pix } = isObject(body) ? body : {};
  const listed = listedObjects(pix ?? body);
  return Array.isArray(pix) || listed?.some(namesPayment) ? listed : undefined;
}

/** The objects of a list; a single object counts as a list of one. */
export function listedObjects(value: unknown): readonly JsonObject[] | undefined {
  if (isObject(value)) return [value];
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

function namesPayment(item: JsonObject): boolean {
  return typeof item.endToEndId === 'string' || isObject(item.gnExtras);
}

/** Reads a call-back of the standard; undefined for any other body. */
export function readCallback(body: unknown): BankNotice[] | undefined {
  return itemsOfCallback(body)?.flatMap((item) => receivedNotice(item) ?? []);
}

/**
 * Reads an item of a call-back: a payment, or an unreadable payment, which operators must look at.
 * Undefined for an item that names no payment.
 */
export function receivedNotice(item: JsonObject): BankNotice | undefined {
  try {
    return { kind: 'received', payment: readPayment(item) };
  } catch (error) {
    if (!(error instanceof UnreadableAnswer)) throw error;
    if (typeof item.endToEndId !== 'string') return undefined;
    const id = idAt(item, 'endToEndId') ?? null;
    return { kind: 'unreadable', item: unreadableItem(item, id, error.message) };
  }
}
