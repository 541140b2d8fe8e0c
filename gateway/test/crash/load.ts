import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { cleanUpLater } from '../support/embedded-database-folder.ts';
import { CHARGE, callGateway, PAYOUT, SANDBOX_KEYS } from '../support/gateway.ts';

const CONNECTIONS = 32;
/** Longer than any request may take: a request without an answer by then hangs. */
const REQUEST_MS_MAX = 20_000;

/** A request that the caller repeats until it is answered: one key, one resource. */
export interface Intent {
  readonly path: string;
  readonly key: string;
  readonly body: object;
  /** The bytes of the first 201 answer, which every repeat must return. */
  answer: string | undefined;
}

export interface LoadCounts {
  acknowledged: number;
  refused: number;
  broken: number;
  /** Answers that were neither a success nor a 503: none is expected. */
  readonly unexpected: string[];
}

export interface LoadOptions {
  readonly callers?: number;
  /** Waits after a request that was not acknowledged. Default 0. */
  readonly pauseMs?: number;
  /** Called after each acknowledged request. */
  readonly onAcknowledged?: (intent: Intent) => Promise<void>;
}

/** Sends charges and payouts until it or the test ends; every request has a time limit. */
export function startLoad(
  context: TestContext,
  url: string,
  webhookUrl: string,
  options: LoadOptions = {},
): { intents: Intent[]; counts: LoadCounts; stop: () => Promise<void> } {
  const intents: Intent[] = [];
  const counts: LoadCounts = { acknowledged: 0, refused: 0, broken: 0, unexpected: [] };
  let isRunning = true;

  async function runCaller(): Promise<void> {
    while (isRunning) {
      const intent = newIntent(webhookUrl);
      intents.push(intent);
      await attempt(url, intent, counts);
      if (intent.answer !== undefined) await options.onAcknowledged?.(intent);
      else if (options.pauseMs !== undefined) await pause(options.pauseMs);
    }
  }

  const callers = Array.from({ length: options.callers ?? CONNECTIONS }, runCaller);
  const stop = async (): Promise<void> => {
    isRunning = false;
    await Promise.all(callers);
  };
  cleanUpLater(context, stop);
  return { intents, counts, stop };
}

/** Sends a request once. After a broken connection the outcome is unknown. */
export async function attempt(url: string, intent: Intent, counts: LoadCounts): Promise<void> {
  try {
    const answer = await answerOf(url, intent);
    if (answer === 'late') {
      counts.unexpected.push(`no answer in ${REQUEST_MS_MAX} ms for ${intent.key}`);
      return;
    }
    const { status, text, headers } = answer;
    if (status === 201) {
      counts.acknowledged += 1;
      if (intent.answer !== undefined && intent.answer !== text) {
        counts.unexpected.push(`two answers for ${intent.key}: ${intent.answer} and ${text}`);
      }
      intent.answer = text;
    } else if (status === 503 && Number(headers.get('retry-after')) >= 1) {
      counts.refused += 1;
    } else {
      counts.unexpected.push(`${status} ${text}`);
    }
  } catch {
    counts.broken += 1;
  }
}

async function answerOf(url: string, intent: Intent) {
  const timer = new AbortController();
  const late = pause(REQUEST_MS_MAX, 'late' as const, { signal: timer.signal });
  const call = callGateway(`${url}${intent.path}`, 'POST', {
    keys: SANDBOX_KEYS,
    headers: { 'idempotency-key': intent.key },
    body: intent.body,
  });
  late.catch(() => {});
  return Promise.race([call, late]).finally(() => timer.abort());
}

function newIntent(webhookUrl: string): Intent {
  const key = randomUUID();
  const isPayout = key.startsWith('0');
  const body = { ...(isPayout ? PAYOUT : CHARGE), external_id: key, webhook_url: webhookUrl };
  const path = isPayout ? '/v1/pix/payout' : '/v1/pix/qrcode';
  return { path, key, body, answer: undefined };
}
