import type { Outcome } from '../../outcome.ts';
import type { RecurringBank, RecurringNotice } from '../../recurring-bank.ts';
import type { BcbPixSettings } from '../bcb-pix-settings.ts';
import { idAt, isObject, requireText } from '../json-fields.ts';
import { done, outcomeOf, outcomeOfSearch } from '../outcome-of-answer.ts';

type CallbacksOfBank = Pick<
  RecurringBank,
  'registerCallbacks' | 'findCallbacks' | 'removeCallbacks' | 'readCallback'
>;

const WEBHOOKS = ['webhookrec', 'webhookcobr'] as const;

/** `/webhookrec` and `/webhookcobr` of the standard: one address of each for our account. */
export function automaticCallbacksOf(settings: BcbPixSettings): CallbacksOfBank {
  return {
    registerCallbacks: async (url) => {
      for (const webhook of WEBHOOKS) {
        const answer = await settings.http.call({
          operation: `register ${webhook}`,
          method: 'PUT',
          path: `${settings.pathPrefix}/${webhook}`,
          headers: settings.callbackHeaders ?? {},
          body: { webhookUrl: url },
        });
        const outcome = outcomeOf(answer, () => undefined);
        if (outcome.kind !== 'done') return outcome;
      }
      return done(undefined);
    },
    findCallbacks: async () => {
      const recurrences = await findCallback(settings, 'webhookrec');
      if (recurrences.kind !== 'done') return recurrences;
      const cycles = await findCallback(settings, 'webhookcobr');
      if (cycles.kind !== 'done') return cycles;
      return done({ recurrences: recurrences.value, cycles: cycles.value });
    },
    removeCallbacks: async () => {
      for (const webhook of WEBHOOKS) {
        const path = `${settings.pathPrefix}/${webhook}`;
        const operation = `remove ${webhook}`;
        const answer = await settings.http.call({ operation, method: 'DELETE', path });
        // "Not found" also means that no address is registered any more.
        const outcome = outcomeOfSearch(answer, () => undefined);
        if (outcome.kind !== 'done') return outcome;
      }
      return done(undefined);
    },
    readCallback: readAutomaticCallback,
  };
}

async function findCallback(
  { http, pathPrefix }: BcbPixSettings,
  webhook: (typeof WEBHOOKS)[number],
): Promise<Outcome<string | undefined>> {
  const path = `${pathPrefix}/${webhook}`;
  const answer = await http.call({ operation: `find ${webhook}`, method: 'GET', path });
  return outcomeOfSearch(answer, (body) => requireText(body, 'webhookUrl'));
}

/**
 * Reads a call-back `{"recs": […]}` or `{"cobsr": […]}`; undefined for any other body. An item that
 * names nothing is left out.
 */
export function readAutomaticCallback(body: unknown): readonly RecurringNotice[] | undefined {
  if (!isObject(body)) return undefined;
  if (Array.isArray(body.recs)) {
    const ids = body.recs.filter(isObject).flatMap((item) => idAt(item, 'idRec') ?? []);
    return ids.map((id) => ({ kind: 'recurrence', id }));
  }
  if (!Array.isArray(body.cobsr)) return undefined;
  const txids = body.cobsr.filter(isObject).flatMap((item) => idAt(item, 'txid') ?? []);
  return txids.map((txid) => ({ kind: 'cycle', txid }));
}
