import type { Outcome } from '../../outcome.ts';
import type { RecurringBank, RecurringNotice } from '../../recurring-bank.ts';
import type { BcbPixSettings } from '../bcb-pix-settings.ts';
import { listedObjects } from '../callbacks.ts';
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
 * Reads a call-back `{"recs": […]}` or `{"cobsr": […]}`, or the list alone; undefined for any
 * other body. An item that names nothing is left out. Only the charge of a cycle has a txid.
 */
export function readAutomaticCallback(body: unknown): readonly RecurringNotice[] | undefined {
  const { recs, cobsr } = isObject(body) ? body : {};
  const listed = listedObjects(recs ?? cobsr ?? (Array.isArray(body) ? body : undefined));
  return listed?.flatMap((item) => {
    const txid = recs === undefined ? idAt(item, 'txid') : undefined;
    if (txid !== undefined) return { kind: 'cycle', txid } as const;
    const id = cobsr === undefined ? idAt(item, 'idRec') : undefined;
    return id === undefined ? [] : ({ kind: 'recurrence', id } as const);
  });
}
