import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
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
  /** What servers may answer. */
  readonly status: number | readonly number[];
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
const FACADE = join(import.meta.dirname, '../../src/api-pix');
/** The Pix key of every merchant in the test environment. */
const TEST_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
/** The groups of operations of the standard. */
const RESOURCES = ['cob', 'cobv', 'lotecobv', 'loc', 'pix', 'webhook'];

const gateway = existsSync(FACADE) ? await startGateway({ after }) : undefined;

function valuesOf(clientId: string, clientSecret: string, key: string): Record<string, string> {
  const today = brazilianDayOf(Date.now());
  const [start, end] = [`${addDays(today, -1)}T00:00:00`, `${addDays(today, 1)}T00:00:00`];
  const txids = [1, 2, 3].map((number) => [`txid${number}`, txidFromId(randomUUID())]);
  return {
    ...Object.fromEntries(txids),
    client_id: clientId,
    client_secret: clientSecret,
    key,
    cpf: '52998224725',
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
  const offered = await resourcesOf(target, { client, token });
  const values: Record<string, string> = { ...target.values };
  for (const request of client.requests) {
    if (!offered.includes(/^\/(\w+)/.exec(request.path)?.[1] ?? '')) continue;
    const prefix = target.prefix ?? request.prefix ?? client.prefix;
    const answer = await sendRecorded(target, { client, token, prefix, request, values });
    const expected = [request.status].flat();
    assert.ok(expected.includes(answer.status), `${request.name}: ${answer.status} ${answer.text}`);
    if (answer.status >= 400) assertProblem(request, answer);
    for (const [name, field] of Object.entries(request.keep ?? {})) {
      values[name] = String(answer.body?.[field]);
    }
  }
}

/** The resources that a server has: those of which a list is found. */
async function resourcesOf(
  target: Target,
  { client, token }: { readonly client: RecordedClient; readonly token: string },
): Promise<string[]> {
  const prefix = target.prefix ?? '/v2';
  const { start_encoded: start, end_encoded: end } = target.values;
  const query = `inicio=${start}&fim=${end}`;
  const offered: string[] = [];
  for (const resource of RESOURCES) {
    const request = { method: 'GET', path: `/${resource}?${query}` };
    const { values } = target;
    const { status } = await sendRecorded(target, { client, token, prefix, request, values });
    if (status !== 404) offered.push(resource);
  }
  return offered;
}

function sendRecorded(
  { url, agent }: Target,
  {
    client,
    token,
    prefix,
    request: { method, path, json },
    values,
  }: {
    readonly client: RecordedClient;
    readonly token: string;
    readonly prefix: string;
    readonly request: Pick<RecordedRequest, 'method' | 'path' | 'json'>;
    readonly values: Readonly<Record<string, string>>;
  },
): Promise<Answer> {
  const hasBody = json !== undefined;
  return sendTo(url + prefix + fill(path, values), {
    method,
    headers: {
      ...JSON.parse(fill(JSON.stringify(client.headers), values)),
      authorization: `Bearer ${token}`,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    body: hasBody ? fill(JSON.stringify(json), values) : undefined,
    agent,
  });
}

function assertProblem({ name }: RecordedRequest, { body }: Answer): void {
  // The standard has no name for a method that a path doesn't have.
  const type = /^(https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/\w+|about:blank)$/;
  assert.match(String(body?.type), type, name);
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

  test(`the façade answers the requests of ${client.client}`, {
    skip: whyNot(client),
  }, async () => {
    assert.ok(gateway);
    const { keys } = await createMerchantWithKeys(gateway);
    const values = valuesOf(keys['client-id'], keys['client-secret'], TEST_KEY);
    await play({ url: gateway.url, prefix: '/pix/v2', tokenPrefix: '/pix', values }, client);
  });
}

function whyNot({ token }: RecordedClient): string | false {
  if (!gateway) return 'the gateway has no API Pix';
  return token.needsCertificate ? 'this gateway asks for no certificate' : false;
}
