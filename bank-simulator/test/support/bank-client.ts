import assert from 'node:assert/strict';
import { Agent, type AgentOptions, request } from 'node:https';
import type { BankSimulator } from '../../src/bank-simulator.ts';
import { findFaults } from './published-api.ts';

export interface BankAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
  readonly body: any;
}

export interface BankClient {
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<BankAnswer>;
  /** Requests a token, optionally for one scope, and stores it. */
  logIn(scope?: string): Promise<string>;
  /** Ends the requests that are under way: the bank gives no answer. */
  giveUp(): void;
}

export interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
}

/** A client with the bank's client certificate. Checks every answer against the published API. */
export function createBankClient(bank: BankSimulator, tls: AgentOptions = {}): BankClient {
  const agent = new Agent({ ca: bank.authority, ...bank.clientCertificate, ...tls });
  let token: string | undefined;
  let patience = new AbortController();

  async function logIn(scope?: string): Promise<string> {
    const answer = await send(`${bank.url}/oauth/token`, agent, {
      method: 'POST',
      headers: { authorization: basicOf(bank), 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', scope }),
    });
    assert.equal(answer.status, 200, answer.text);
    token = String(answer.body.access_token);
    return token;
  }

  return {
    logIn,
    giveUp() {
      patience.abort();
      patience = new AbortController();
    },
    async call(method, path, body, options = {}) {
      const bearer = token ?? (await logIn());
      const answer = await send(bank.url + path, agent, {
        method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal:
          options.timeoutMs === undefined
            ? patience.signal
            : AbortSignal.timeout(options.timeoutMs),
      });
      assertPublished(bank, { method, path, answer });
      return answer;
    },
  };
}

export function basicOf(bank: BankSimulator): string {
  const pair = Buffer.from(`${bank.clientId}:${bank.clientSecret}`);
  return `Basic ${pair.toString('base64')}`;
}

interface Sending {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Sends one request. Rejects when the connection ends without an answer, and at the signal. */
export function send(url: string, agent: Agent, sending: Sending): Promise<BankAnswer> {
  return new Promise((resolve, reject) => {
    const { method, headers, body, signal } = sending;
    const outgoing = request(url, { method, headers, agent, ...(signal && { signal }) });
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      const status = incoming.statusCode ?? 0;
      resolve({ status, headers: incoming.headers, text, body: parseJson(text) });
    });
    outgoing.end(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The Central Bank's document does not describe Efí's own answers nor injected faults. */
function assertPublished(
  bank: BankSimulator,
  { method, path, answer }: { method: string; path: string; answer: BankAnswer },
): void {
  const isDescribed = bank.settings.dialect === 'standard' && answer.status !== 401;
  if (!isDescribed || !path.startsWith('/v2/') || answer.body === undefined) return;
  if (bank.requestLog.entries().at(-1)?.faults.length !== 0) return;
  const [plain = ''] = path.slice('/v2'.length).split('?');
  const { status, body } = answer;
  // The document declares no 400 for queries, but its list of errors has them.
  if (method === 'GET' && status === 400) return;
  assert.deepEqual(findFaults({ method, path: plain, status, body }), [], answer.text);
}
