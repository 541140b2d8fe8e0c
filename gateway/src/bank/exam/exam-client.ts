import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { type BankCertificates, bankTls } from '#src/ground/config/bank-tls.ts';
import { tokenMessage } from '../bank-http/token-message.ts';
import type { ExamAnswer, ExamRequest } from './exam.ts';

/** The account that is examined. */
export interface ExamConnection
  extends BankCertificates,
    Pick<
      BankConfig,
      | (
          | 'baseUrl'
          | 'tokenUrl'
          | 'tokenBody'
          | 'clientId'
          | 'clientSecret'
          | 'pixKey'
          | 'timeoutMs'
        )
      | 'receivingAccount'
    > {
  /** The part between the base address and the paths of the document: `/v2` at Efí, else empty. */
  readonly pathPrefix: string;
  /** Sent when the address of call-backs is registered. */
  readonly callbackHeaders?: Readonly<Record<string, string>>;
}

export interface ExamClient {
  /** Sends a request with a token. Never rejects: without an answer the status is 0. */
  call(request: ExamRequest): Promise<ExamAnswer>;
  /** Requests a token, with scopes if they are given, and keeps it for the calls. */
  requestToken(scope: string): Promise<ExamAnswer>;
  close(): void;
}

// The answers are read by people too, so a bank's long list is cut long after it is judged.
const OK = 200;
const UNAUTHORIZED = 401;
const BODY_BYTES_MAX = 8 * 1_024 * 1_024;

interface Wire {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * A plain client: unlike the adapter's it repeats nothing and shows each answer as it came, so that
 * an exam sees what the adapter hides.
 */
export function openExamClient(connection: ExamConnection): ExamClient {
  const tls = { ...bankTls(connection), rejectUnauthorized: true };
  const agents = {
    http: new HttpAgent({ keepAlive: true }),
    https: new HttpsAgent({ keepAlive: true, ...tls }),
  };
  let token = '';
  let scopes = '';

  const send = (url: URL, wire: Wire) =>
    exchange(url, wire, { agents, timeoutMs: connection.timeoutMs });

  async function requestToken(scope: string): Promise<ExamAnswer> {
    const { clientId, clientSecret, tokenBody } = connection;
    const message = tokenMessage({ clientId, clientSecret, body: tokenBody }, scope);
    const answer = await send(new URL(connection.tokenUrl), message);
    const { access_token: given } = Object(answer.body) as { readonly access_token?: unknown };
    // A bank that refuses the scopes leaves the token without them.
    if (scope !== '' && answer.status !== OK) return answer;
    // A header can't have any other character.
    token = typeof given === 'string' && /^[\x21-\x7e]+$/.test(given) ? given : '';
    scopes = scope;
    return answer;
  }

  function sendRequest({ method, path, query = {}, body, isAnonymous = false }: ExamRequest) {
    const url = new URL(`${connection.baseUrl}${connection.pathPrefix}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const isRegistration = method === 'PUT' && path.startsWith('/webhook');
    const headers = {
      ...(isRegistration && connection.callbackHeaders),
      accept: 'application/json',
      ...(isAnonymous ? {} : { authorization: `Bearer ${token}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    return send(url, { method, headers, body: text });
  }

  return {
    requestToken,
    call: async (request) => {
      const answer = await sendRequest(request);
      if (answer.status !== UNAUTHORIZED || request.isAnonymous) return answer;
      // The token has expired while the exam waited for a person.
      await requestToken(scopes);
      return sendRequest(request);
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Means {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly timeoutMs: number;
}

function exchange(url: URL, wire: Wire, { agents, timeoutMs }: Means): Promise<ExamAnswer> {
  const isSecure = url.protocol === 'https:';
  const { body, method } = wire;
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options: RequestOptions = {
    method,
    headers: { ...wire.headers, ...length },
    agent: isSecure ? agents.https : agents.http,
    signal: AbortSignal.timeout(timeoutMs),
  };
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) =>
      resolve(answerOf(0, '', `sem resposta: ${error.code ?? error.name}`));
    const request = isSecure ? requestHttps(url, options) : requestHttp(url, options);
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
        else request.destroy(new Error('BODY_TOO_LONG'));
      });
      response.on('error', fail);
      response.on('end', () => {
        const type = response.headers['content-type'] ?? '';
        resolve(answerOf(response.statusCode ?? 0, type, Buffer.concat(chunks).toString('utf8')));
      });
    });
    request.end(body);
  });
}

/** An answer, or a received call-back, from its parts. */
export function answerOf(status: number, type: string, text: string): ExamAnswer {
  const [contentType = ''] = type.toLowerCase().split(';');
  return { status, contentType: contentType.trim(), text, body: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
