import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Bank, now } from '../bank/bank.ts';
import { API_FAULT_KINDS, type Fault, type FaultKind } from '../bank/faults.ts';
import { settleDueLots } from '../bank/lots.ts';
import { settleDuePayouts } from '../bank/payouts.ts';
import { deviationsOf, twistAnswer } from '../bank/play-deviations.ts';
import { settleDueRecurring } from '../bank/recurring/work.ts';
import { settleDueRefunds } from '../bank/refunds.ts';
import { BankRefusal, refuseField, writeRefusal } from '../bank/refusal.ts';
import { checkToken } from './access.ts';
import { alterAnswer } from './alter-answer.ts';
import type { ApiServer } from './api-server.ts';
import { readLotItem } from './due-charge-bodies.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';

const SLOW_MS = 1000;
const ERROR_STATUS = 500;

interface Call {
  faults: readonly Fault[];
  entry: LoggedRequest;
}

/** Adds to every route: the request log, the check of the token, and the faults. */
export function addRequestHooks(server: ApiServer, bank: Bank, log: RequestLog): void {
  const calls = new WeakMap<FastifyRequest, Call>();

  server.addHook('onRequest', async (request, reply) => {
    const { operation, scope } = request.routeOptions.config;
    const call: Call = { faults: [], entry: log.add(startEntry(bank, request)) };
    calls.set(request, call);
    const token = scope === undefined ? undefined : checkToken(bank, request, scope);
    // After the token check: a request without a valid token must not use up a fault.
    call.faults = operation === undefined ? [] : bank.faults.take(operation, API_FAULT_KINDS);
    call.entry = log.replace(call.entry, { faults: call.faults.map(({ kind }) => kind) });
    if (token !== undefined && has(call.faults, 'token_revoked')) {
      bank.state.tokens.remove(token.value);
      throw new BankRefusal('tokenInvalid', 'The access token was revoked');
    }
    settleDuePayouts(bank);
    settleDueRefunds(bank);
    settleDueLots(bank, readLotItem);
    settleDueRecurring(bank);
    const answered = await failBefore(bank, call.faults, { request, reply });
    if (answered === undefined) refuseRepeated(request);
    ignoreParameters(bank, request);
    return answered;
  });

  server.addHook('preHandler', async (request) => {
    const call = calls.get(request);
    if (call !== undefined) call.entry = log.replace(call.entry, { body: request.body });
  });

  server.addHook<unknown>('onSend', async (request, reply, payload) => {
    const call = calls.get(request);
    const whole = await failAfter(bank, call?.faults ?? [], { request, reply, payload });
    const answer = deviate(bank, { request, reply }, whole);
    if (call !== undefined) log.replace(call.entry, { status: reply.statusCode, answer });
    return answer;
  });
}

/** No operation of a bank takes a list in its query. Throws BankRefusal. */
function refuseRepeated({ query, routeOptions }: FastifyRequest): void {
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    if (!Array.isArray(value)) continue;
    const kind = routeOptions.config.invalid ?? 'requestInvalid';
    throw refuseField(kind, name, `O parâmetro ${name} veio mais de uma vez`);
  }
}

/** Takes away the parameters that a bank with a deviation doesn't look at. */
function ignoreParameters(bank: Bank, { query, routeOptions }: FastifyRequest): void {
  for (const { ignores = [] } of deviationsOf(bank, routeOptions.config.operation)) {
    for (const name of ignores) delete (query as Record<string, unknown>)[name];
  }
}

/** The text of an answer, changed as the bank differs from the document. */
function deviate(
  bank: Bank,
  { request, reply }: Pick<Answer, 'request' | 'reply'>,
  text: string,
): string {
  const deviations = deviationsOf(bank, request.routeOptions.config.operation);
  if (deviations.length === 0) return text;
  const contentType = String(reply.getHeader('content-type') ?? '');
  const body = text.startsWith('{') ? JSON.parse(text) : undefined;
  const twisted = twistAnswer(deviations, { status: reply.statusCode, contentType, body });
  reply.status(twisted.status).header('content-type', twisted.contentType);
  return twisted.text ?? JSON.stringify(twisted.body) ?? text;
}

function has(faults: readonly Fault[], kind: FaultKind): boolean {
  return faults.some((fault) => fault.kind === kind);
}

function startEntry(bank: Bank, request: FastifyRequest): LoggedRequest {
  return {
    receivedAt: now(bank),
    method: request.method,
    url: request.url,
    operation: request.routeOptions.config.operation,
    body: undefined,
    faults: [],
    status: undefined,
    answer: undefined,
  };
}

/** Applies the faults that happen before the work; after most of them the work is not done. */
async function failBefore(
  bank: Bank,
  faults: readonly Fault[],
  { request, reply }: Pick<Answer, 'request' | 'reply'>,
): Promise<FastifyReply | undefined> {
  for (const fault of faults) {
    if (fault.kind === 'slow') await (fault.until ?? sleep(fault.delayMs ?? SLOW_MS));
    if (fault.kind === 'silent_before') return staySilent(bank, request, reply);
    if (fault.kind === 'dropped_before') {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    // The body is written where that of `error_after` is written.
    if (fault.kind === 'error') return reply.send('');
  }
  return undefined;
}

/** Gives a request no answer. */
export function staySilent(bank: Bank, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { method, host, url } = request;
  bank.settings.onSilence({ method, host, path: url });
  return reply.hijack();
}

interface Answer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly payload: unknown;
}

/** Applies the faults that happen after the work: the client can't know that it was done. */
async function failAfter(bank: Bank, faults: readonly Fault[], answer: Answer): Promise<string> {
  const text = alterAnswer(bank, typeof answer.payload === 'string' ? answer.payload : '');
  if (has(faults, 'silent_after')) {
    staySilent(bank, answer.request, answer.reply);
    await new Promise(() => {});
  }
  if (has(faults, 'dropped_after')) answer.request.raw.socket.destroy();
  const error = faults.find(({ kind }) => kind === 'error' || kind === 'error_after');
  if (error !== undefined) return writeError(bank, answer.reply, error);
  return has(faults, 'malformed') ? text.slice(0, Math.ceil(text.length / 2)) : text;
}

function writeError(bank: Bank, reply: FastifyReply, fault: Fault): string {
  const { status = ERROR_STATUS, retryAfterSeconds } = fault;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const refusal = new BankRefusal('internalError', 'Falha pedida ao simulador');
  const { body, contentType } = writeRefusal(refusal, bank.settings.dialect);
  reply.status(status).header('content-type', contentType);
  return JSON.stringify('status' in body ? { ...body, status } : body);
}
