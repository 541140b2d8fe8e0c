import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { type Answer, sendTo } from './clients/send-request.ts';

/** A request as a client's source writes it; `<name>` stands for a value of the test. */
interface RecordedRequest {
  readonly name: string;
  readonly method: string;
  /** Below the prefix. */
  readonly path: string;
  /** Another prefix than the client's. */
  readonly prefix?: string;
  readonly json?: unknown;
  readonly status: number;
  /** Values of the answer for the requests that follow. */
  readonly keep?: Readonly<Record<string, string>>;
}

interface RecordedClient {
  readonly client: string;
  readonly prefix: string;
  readonly token: {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly form?: Readonly<Record<string, string>>;
    readonly json?: unknown;
    readonly needsCertificate?: boolean;
  };
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: readonly RecordedRequest[];
}

/** A server of API Pix. */
interface Target {
  /** A base address; `/pix/v2` and `/oauth/token` of the façade are below its own path. */
  readonly url: string;
  /** Replaces the prefix of all clients; undefined keeps each client's own. */
  readonly prefix: string | undefined;
  readonly tokenPrefix: string;
  readonly values: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

const DUE_IN_DAYS = 20;
const FILE = join(import.meta.dirname, 'recorded-requests.json');
const clients: readonly RecordedClient[] = JSON.parse(readFileSync(FILE, 'utf8'));
/** The address of a gateway whose façade is tested too, with a key for API Pix. */
const { API_PIX_URL, API_PIX_CLIENT_ID = '', API_PIX_CLIENT_SECRET = '' } = process.env;
const { API_PIX_KEY = '' } = process.env;

function valuesOf(clientId: string, clientSecret: string, key: string): Record<string, string> {
  const today = brazilianDayOf(Date.now());
  const [start, end] = [`${addDays(today, -1)}T00:00:00`, `${addDays(today, 1)}T00:00:00`];
  const txids = [1, 2, 3].map((number) => [`txid${number}`, txidFromId(randomUUID())]);
  return {
    ...Object.fromEntries(txids),
    ...{ client_id: clientId, client_secret: clientSecret, key, cpf: '52998224725' },
    basic: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    due: addDays(today, DUE_IN_DAYS),
    start_encoded: encodeURIComponent(`${start}-03:00`),
    end_encoded: encodeURIComponent(`${end}-03:00`),
    start_plus: `${start}+00:00`,
    end_plus: `${end}+00:00`,
    number: String(randomInt(1, 1_000_000)),
    webhook_url: 'https://127.0.0.1:9/aviso',
  };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/<(\w+)>/g, (whole, name: string) => values[name] ?? whole);
}

async function tokenOf(target: Target, { token }: RecordedClient): Promise<string> {
  const { path, headers, form, json } = token;
  const body =
    form === undefined
      ? fill(JSON.stringify(json), target.values)
      : new URLSearchParams(
          Object.entries(form).map(([name, text]) => [name, fill(text, target.values)]),
        ).toString();
  const answer = await sendTo(target.url + target.tokenPrefix + fill(path, target.values), {
    method: 'POST',
    headers: JSON.parse(fill(JSON.stringify(headers), target.values)),
    body,
    agent: target.agent,
  });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.body?.access_token);
}

/** Plays the requests of a client one after another, each with its expected status. */
async function play(target: Target, client: RecordedClient): Promise<void> {
  const token = await tokenOf(target, client);
  const values: Record<string, string> = { ...target.values };
  for (const request of client.requests) {
    const prefix = target.prefix ?? request.prefix ?? client.prefix;
    const hasBody = request.json !== undefined;
    const answer = await sendTo(target.url + prefix + fill(request.path, values), {
      method: request.method,
      headers: {
        ...JSON.parse(fill(JSON.stringify(client.headers), values)),
        authorization: `Bearer ${token}`,
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      body: hasBody ? fill(JSON.stringify(request.json), values) : undefined,
      agent: target.agent,
    });
    assert.equal(answer.status, request.status, `${request.name}: ${answer.text}`);
    if (answer.status >= 400) assertProblem(request, answer);
    for (const [name, field] of Object.entries(request.keep ?? {})) {
      values[name] = String(answer.body?.[field]);
    }
  }
}

function assertProblem({ name }: RecordedRequest, { body }: Answer): void {
  assert.match(String(body?.type), /^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/\w+$/, name);
  assert.ok(String(body?.detail).length > 0, name);
}

for (const client of clients) {
  test(`the bank simulator answers the requests of ${client.client}`, async (context) => {
    const bank = await startBankSimulator();
    context.after(() => bank.stop());
    const { authority, clientCertificate, clientId, clientSecret, pixKey } = bank;
    const agent = new Agent({ ca: authority, ...clientCertificate, keepAlive: true });
    context.after(() => agent.destroy());
    const values = valuesOf(clientId, clientSecret, pixKey);
    await play({ url: bank.url, prefix: undefined, tokenPrefix: '', values, agent }, client);
  });

  const skip = API_PIX_URL === undefined ? 'API_PIX_URL names no façade' : false;
  test(`the façade answers the requests of ${client.client}`, { skip }, async (context) => {
    if (client.token.needsCertificate) return context.skip('API_PIX_URL takes no certificates');
    const values = valuesOf(API_PIX_CLIENT_ID, API_PIX_CLIENT_SECRET, API_PIX_KEY);
    const url = API_PIX_URL ?? '';
    await play({ url, prefix: '/pix/v2', tokenPrefix: '/pix', values }, client);
  });
}
