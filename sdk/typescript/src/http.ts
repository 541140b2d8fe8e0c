import { randomUUID } from 'node:crypto';
import { withFacts } from './answer-facts.ts';
import { type Answer, connectionErrorOf, isCutOff, refusalOf, resultOf } from './answers.ts';
import { type ApiConnectionError, ApiError, ApiTimeoutError } from './errors.ts';
import { type FailedAttempt, mayRetry, pauseMs } from './retry.ts';
import { VERSION } from './version.ts';

/** Como o cliente fala com o gateway. */
export interface ClientOptions {
  /** A chave pública: `svc_pk_test_…` ou `svc_pk_live_…`. */
  readonly clientId: string;
  /** A chave secreta, só no seu servidor. */
  readonly clientSecret: string;
  /** O endereço do gateway, como `https://pix.example.com`. */
  readonly baseUrl: string;
  /** Quantas vezes uma requisição é repetida. Padrão: 3. */
  readonly maxRetries?: number;
  /** Quanto cada tentativa espera pela resposta, em milissegundos. Padrão: 30000. */
  readonly timeoutMs?: number;
  /** A pausa antes da primeira repetição, em milissegundos. Padrão: 500. */
  readonly retryDelayMs?: number;
  /** Substitui o `fetch` global, para um proxy ou um certificado próprio. */
  readonly fetch?: typeof fetch;
  /** Substitui a espera entre as tentativas, que termina antes quando `signal` é abortado. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** O que uma chamada pode mudar. */
export interface RequestOptions {
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
}

/** Uma chamada que cria algo e pode ser repetida com segurança. */
export interface KeyedRequestOptions extends RequestOptions {
  /** Uma por operação: o número do pedido, por exemplo. Sem ela, o SDK cria uma. */
  readonly idempotencyKey?: string;
}

/** A chamada de uma imagem. */
export interface ImageOptions extends RequestOptions {
  /** Padrão: `png`. */
  readonly format?: 'png' | 'svg';
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  /** O tipo da resposta, quando ela não é JSON. */
  readonly accept?: string;
  /** A rota aceita Idempotency-Key. */
  readonly isKeyed?: boolean;
  /** Repetir a requisição não muda nada mais. */
  readonly isRepeatable?: boolean;
  readonly options?: KeyedRequestOptions | undefined;
}

type Attempt = Answer | { readonly error: ApiConnectionError };

const MAX_RETRIES = 3;
const TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 500;
const WARNINGS_MAX = 100;
const KEY = /^[A-Za-z0-9_-]{8,128}$/;
const CREDENTIAL = /^[!-~]+$/;

/** Envia requisições ao gateway e as repete quando é seguro. */
export class Http {
  readonly #options: ClientOptions;
  readonly #baseUrl: string;
  readonly #warned = new Set<string>();

  constructor(options: ClientOptions) {
    for (const name of ['clientId', 'clientSecret', 'baseUrl'] as const) {
      if (!options[name]) throw new TypeError(`Informe ${name}.`);
    }
    for (const name of ['clientId', 'clientSecret'] as const) {
      // The error of `fetch` would show the secret.
      if (!CREDENTIAL.test(options[name])) {
        throw new TypeError(`${name} tem um espaço, uma quebra de linha ou outro sinal inválido.`);
      }
    }
    this.#options = options;
    const { href, protocol } = new URL(options.baseUrl);
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new TypeError('baseUrl deve ser um endereço http ou https.');
    }
    this.#baseUrl = href.replace(/\/+$/, '');
  }

  get maxRetries(): number {
    return this.#options.maxRetries ?? MAX_RETRIES;
  }

  /** O corpo da resposta. @throws {ApiError} @throws {ApiConnectionError} */
  async json<Result>(call: Call): Promise<Result> {
    const answer = await this.#send(call);
    return withFacts(resultOf(answer) as Result, answer.response);
  }

  /** Para respostas cujo corpo, se houver, não diz nada. */
  async nothing(call: Call): Promise<void> {
    await this.#send(call);
  }

  async bytes(call: Call): Promise<Uint8Array> {
    const { bytes, response } = await this.#send(call);
    return withFacts(bytes, response);
  }

  /** O recurso que a chamada muda, lido de novo enquanto o seu estado é `advancing`. */
  async settle<Result extends { readonly status: string }>(call: Call): Promise<Result> {
    const path = call.path.replace(/\/\w+$/, '');
    const { options } = call;
    let result = await this.json<Result>(call);
    for (let retry = 1; result.status === 'advancing'; retry += 1) {
      await this.pause(retry, undefined, options?.signal);
      result = await this.json<Result>({ method: 'GET', path, options });
    }
    return result;
  }

  /** Abre uma resposta sem fim. Não a repete. @throws {ApiError} @throws {ApiConnectionError} */
  async open(
    call: Call,
    headers: Record<string, string>,
    connection: AbortController,
  ): Promise<Response> {
    const timeoutMs = this.#options.timeoutMs ?? TIMEOUT_MS;
    const timer = setTimeout(() => connection.abort(), timeoutMs);
    try {
      const response = await this.#fetch(call, headers, connection.signal);
      if (response.ok) return response;
      throw refusalOf({ response, bytes: new Uint8Array(await response.arrayBuffer()) }, undefined);
    } catch (cause) {
      throw cause instanceof ApiError ? cause : connectionErrorOf(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  /** A espera entre tentativas. */
  async pause(
    retry: number,
    retryAfterSeconds: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { retryDelayMs = RETRY_DELAY_MS, sleep = wait } = this.#options;
    await sleep(pauseMs(retry, retryDelayMs, retryAfterSeconds), signal);
  }

  async #send(call: Call): Promise<Answer> {
    const key = call.isKeyed ? keyOf(call.options?.idempotencyKey) : undefined;
    const retries = call.options?.maxRetries ?? this.maxRetries;
    const isRepeatable = call.method === 'GET' || key !== undefined || call.isRepeatable === true;
    for (let retry = 1; ; retry += 1) {
      call.options?.signal?.throwIfAborted();
      const attempt = await this.#attempt(call, key);
      if (!('error' in attempt) && attempt.response.ok) {
        this.#warnOfUnknownFields(call, attempt.response);
        return attempt;
      }
      call.options?.signal?.throwIfAborted();
      const error = 'error' in attempt ? attempt.error : refusalOf(attempt, key);
      const failed: FailedAttempt = error instanceof ApiError ? error : {};
      if (retry > retries || !mayRetry(failed, isRepeatable)) throw error;
      await this.pause(retry, failed.retryAfterSeconds, call.options?.signal);
    }
  }

  /** Com chave de teste, diz uma vez quais campos do corpo o gateway ignorou. */
  #warnOfUnknownFields({ method, path }: Call, { headers }: Response): void {
    const names = headers.get('x-unknown-fields');
    if (names === null || !this.#options.clientId.includes('_test_')) return;
    const warning = `pix-gateway: ${method} ${path} ignora os campos ${names}`;
    if (this.#warned.has(warning) || this.#warned.size >= WARNINGS_MAX) return;
    this.#warned.add(warning);
    console.warn(warning);
  }

  async #attempt(call: Call, key: string | undefined): Promise<Attempt> {
    const timeoutMs = call.options?.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const limit = new AbortController();
    const abort = () => limit.abort();
    const timer = setTimeout(abort, timeoutMs);
    call.options?.signal?.addEventListener('abort', abort);
    try {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const response = await this.#fetch(call, headers, limit.signal);
      const answer = { response, bytes: new Uint8Array(await response.arrayBuffer()) };
      if (call.accept === undefined && isCutOff(answer)) {
        throw new Error('o corpo da resposta não é um JSON inteiro');
      }
      return answer;
    } catch (cause) {
      if (!limit.signal.aborted) return { error: connectionErrorOf(cause, key) };
      const message = `Sem resposta em ${timeoutMs} ms.`;
      return { error: new ApiTimeoutError(message, { cause, idempotencyKey: key }) };
    } finally {
      clearTimeout(timer);
      call.options?.signal?.removeEventListener('abort', abort);
    }
  }

  #fetch(call: Call, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
    const { clientId, clientSecret, fetch: send = fetch } = this.#options;
    return send(`${this.#baseUrl}${call.path}${queryOf(call.query)}`, {
      method: call.method,
      // A redirect would send the secret to another address.
      redirect: 'manual',
      signal,
      headers: {
        'client-id': clientId,
        'client-secret': clientSecret,
        accept: call.accept ?? 'application/json',
        'user-agent': `pix-gateway-sdk-typescript/${VERSION}`,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    });
  }
}

/** O caminho de um recurso. @throws {TypeError} o identificador não pode ser parte de um caminho */
export function pathOf(before: string, id: string, after = ''): string {
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id)) {
    throw new TypeError(`Identificador inválido: ${JSON.stringify(id)}.`);
  }
  return `${before}/${id}${after}`;
}

/** O tipo da imagem que a chamada pede. */
export function imageType(options: ImageOptions | undefined): string {
  return options?.format === 'svg' ? 'image/svg+xml' : 'image/png';
}

function keyOf(given: string | undefined): string {
  const key = given ?? randomUUID();
  if (KEY.test(key)) return key;
  throw new TypeError('A idempotencyKey deve ter de 8 a 128 letras, dígitos, "_" ou "-".');
}

function queryOf(query: object | undefined): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) fields.set(name, String(value));
  }
  const text = fields.toString();
  return text === '' ? '' : `?${text}`;
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}
