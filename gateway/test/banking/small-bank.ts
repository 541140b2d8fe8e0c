import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { centralBankStandard, STANDARD_PATHS } from './central-bank-standard.ts';
import { testCertificates } from './certificates.ts';

/** One received request. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly body: unknown;
  readonly hasClientCertificate: boolean;
}

export interface SmallAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The bank's reaction: an answer, a broken connection, or silence. */
export type Deed = SmallAnswer | 'break' | 'hang';

/** A real HTTPS server that requires a client certificate and follows the test's script. */
export interface SmallBank {
  readonly url: string;
  /** All but those for a token. */
  readonly requests: ArrivedRequest[];
  readonly tokenRequests: ArrivedRequest[];
  connections: number;
  /** Replaceable while it runs. */
  onRequest: (request: ArrivedRequest) => Deed | Promise<Deed>;
  onToken: (request: ArrivedRequest) => Deed | Promise<Deed>;
}

export const CLIENT_ID = 'Client_Id_de_teste';
export const CLIENT_SECRET = 'Client_Secret_que_nao_vai_ao_log';

/** Serves until the test ends, then checks every received request against the standard. */
export async function openSmallBank(
  context: TestContext,
  onRequest: SmallBank['onRequest'] = () => ({ status: 500 }),
): Promise<SmallBank> {
  const { authority, server: pair } = testCertificates();
  const server = createServer({
    cert: pair.certificate,
    key: pair.key,
    ca: authority,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const state = { url: '', requests: [], tokenRequests: [], connections: 0 };
  const bank: SmallBank = { ...state, onRequest, onToken: giveToken() };
  server.on('secureConnection', () => {
    bank.connections += 1;
  });
  server.on('request', async (incoming, outgoing) => {
    const request = await readRequest(incoming);
    const isToken = request.path === '/oauth/token';
    (isToken ? bank.tokenRequests : bank.requests).push(request);
    const deed = await (isToken ? bank.onToken(request) : bank.onRequest(request));
    if (deed === 'hang') return;
    if (deed === 'break') return void incoming.socket.destroy();
    const isText = deed.body === undefined || typeof deed.body === 'string';
    outgoing.writeHead(deed.status, { 'content-type': 'application/json', ...deed.headers });
    outgoing.end(isText ? deed.body : JSON.stringify(deed.body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
    assertStandard(bank.requests);
  });
  return Object.assign(bank, {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
  });
}

/** Numbered tokens, valid for an hour. */
export function giveToken(expiresIn = 3_600): SmallBank['onToken'] {
  let given = 0;
  return () => {
    given += 1;
    const body = { access_token: `token-${given}`, token_type: 'Bearer', expires_in: expiresIn };
    return { status: 200, body };
  };
}

async function readRequest(incoming: import('node:http').IncomingMessage): Promise<ArrivedRequest> {
  const written = await text(incoming);
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    text: written,
    body: incoming.headers['content-type'] === 'application/json' ? JSON.parse(written) : undefined,
    hasClientCertificate: (incoming.socket as TLSSocket).authorized,
  };
}

/** Efí's own operations, which the standard does not describe. */
function assertStandard(requests: readonly ArrivedRequest[]): void {
  const standard = centralBankStandard();
  const faults = requests
    .map(({ method, path, body }) => ({ method, path: path.replace(/^\/v2\//, '/'), body }))
    .filter(({ path }) => STANDARD_PATHS.test(path))
    .flatMap((request) => standard.faultsOf(request));
  assert.deepEqual(faults, []);
}
