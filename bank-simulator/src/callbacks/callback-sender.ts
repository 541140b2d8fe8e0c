import { type Bank, now } from '../bank/bank.ts';
import { deviationsOf, twistAnswer } from '../bank/play-deviations.ts';
import type { BankCertificates } from '../certificates/make-certificates.ts';
import type { Callback } from '../state/records.ts';
import { type PostResult, post } from './post.ts';

const IN_FLIGHT_MAX = 50;
const SUCCESS = { from: 200, to: 299 };

export interface CallbackSender {
  /** Sends the due call-backs, without waiting for the answers. */
  sendDue(): void;
  /** Waits for the answers of the call-backs that are being sent. */
  settle(): Promise<void>;
  /** Aborts the call-backs that are being sent; these attempts don't count. */
  stop(): Promise<void>;
}

/**
 * Sends call-backs: `POST {webhookUrl}/pix`, `/rec` or `/cobr`. This end is appended to the
 * registered address, as at Efí even behind a query (merchants end their address with `?ignorar=`
 * for that reason).
 */
export function createCallbackSender(bank: Bank, certificates: BankCertificates): CallbackSender {
  const inFlight = new Map<string, Promise<void>>();
  const ending = new AbortController();

  async function attempt(callback: Callback, url: string): Promise<void> {
    const { address, body } = deviate(bank, callback, url);
    const result = await post(address, {
      body,
      timeoutMs: bank.settings.callbackTimeoutMs,
      signal: ending.signal,
      certificate: certificates.client,
      authorities: [certificates.authority.cert, ...bank.settings.callbackAuthorities],
    });
    inFlight.delete(callback.id);
    if (!ending.signal.aborted) record(bank, callback, result);
  }

  async function settle(): Promise<void> {
    await Promise.all(inFlight.values());
  }

  return {
    settle,
    sendDue() {
      const at = now(bank);
      for (const id of bank.agenda.callbacks) {
        if (inFlight.size >= IN_FLIGHT_MAX) return;
        const callback = bank.state.callbacks.get(id);
        if (callback === undefined || inFlight.has(id) || callback.nextAttemptAt > at) continue;
        const url = addressOf(bank, callback);
        if (url === undefined) finish(bank, { ...callback, status: 'exhausted' });
        else inFlight.set(id, attempt(callback, url));
      }
    },
    async stop() {
      ending.abort();
      await settle();
    },
  };
}

/** Address and body of a call-back, changed as the bank differs from the document. */
function deviate(bank: Bank, { events, body }: Callback, url: string) {
  const address = `${url}/${events ?? 'pix'}`;
  const deviations = events === undefined ? deviationsOf(bank, 'callback') : [];
  if (deviations.length === 0) return { address, body };
  const outgoing = { status: 200, contentType: 'application/json', body: JSON.parse(body) };
  const isBare = deviations.some(({ dropsPath }) => dropsPath);
  const twisted = twistAnswer(deviations, outgoing);
  return { address: isBare ? url : address, body: JSON.stringify(twisted.body) };
}

function addressOf({ state }: Bank, { key, events }: Callback): string | undefined {
  return events === undefined ? state.webhooks.get(key)?.url : state.eventWebhooks.get(events)?.url;
}

/** Saves the result of an attempt and the time of the next one, with growing pauses. */
function record(bank: Bank, sent: Callback, result: PostResult): void {
  const isDelivered =
    'status' in result && result.status >= SUCCESS.from && result.status <= SUCCESS.to;
  const attempts = sent.attempts + 1;
  const lastAnswer = 'status' in result ? String(result.status) : result.error;
  const callback = { ...sent, attempts, lastAnswer, isHeld: false };
  const pause = bank.settings.callbackPausesMs[attempts - 1];
  if (isDelivered) {
    releaseOvertaken(bank, sent);
    finish(bank, { ...callback, status: 'delivered' });
  } else if (pause === undefined) {
    finish(bank, { ...callback, status: 'exhausted' });
  } else {
    bank.state.callbacks.put({ ...callback, nextAttemptAt: now(bank) + pause });
  }
}

function finish(bank: Bank, callback: Callback): void {
  bank.state.callbacks.put(callback);
  bank.agenda.callbacks.delete(callback.id);
}

/**
 * Makes the held call-backs of the key due that are older than the delivered one. The agenda is in
 * order of creation, so a call-back that was created later stays held.
 */
function releaseOvertaken(bank: Bank, delivered: Callback): void {
  for (const id of bank.agenda.callbacks) {
    if (id === delivered.id) return;
    const callback = bank.state.callbacks.get(id);
    if (callback?.isHeld !== true || callback.key !== delivered.key) continue;
    bank.state.callbacks.put({ ...callback, isHeld: false, nextAttemptAt: now(bank) });
  }
}
