import { randomUUID } from 'node:crypto';
import { Failure } from './failure.ts';
import { harmless } from './output.ts';
import type { Session } from './session.ts';
import { version } from './version.ts';

const TIMEOUT_MS = 30_000;

export type Json = Readonly<Record<string, unknown>>;

/** The headers that authenticate a request. */
export function headersOf({ keys }: Session): Record<string, string> {
  return {
    'client-id': keys.clientId,
    'client-secret': keys.clientSecret,
    'user-agent': `pix/${version}`,
  };
}

export interface CallOptions {
  readonly body?: object;
  /** Whether a repeat must not do it twice: sends an idempotency key. */
  readonly isCreation?: boolean;
}

/**
 * Calls the gateway and returns the JSON of its answer; undefined when that is empty. Throws a
 * Failure when the gateway doesn't answer or refuses.
 */
export async function call<Answer = Json>(
  session: Session,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { body, isCreation = false }: CallOptions = {},
): Promise<Answer> {
  const headers = {
    ...headersOf(session),
    ...(body && { 'content-type': 'application/json' }),
    ...(isCreation && { 'idempotency-key': `pix-${randomUUID()}` }),
  };
  const response = await reach(session.url, () =>
    fetch(`${session.url}${path}`, {
      method,
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  if (!response.ok) throw await refusalOf(response);
  warnOfUnknownFields(response, `${method} ${path}`);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** Says on standard error which fields of the body the gateway ignored. */
function warnOfUnknownFields({ headers }: Response, operation: string): void {
  const names = headers.get('x-unknown-fields');
  if (names) process.stderr.write(`aviso: ${operation} ignora os campos ${harmless(names)}\n`);
}

/** Runs a request. Throws a Failure when the gateway doesn't answer. */
export async function reach(url: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    throw new Failure('unreachable', `o gateway em ${url} não responde (${reasonOf(error)})`);
  }
}

/** Why a request had no answer, in a few words: the system's code where there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'tempo esgotado';
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  if (cause instanceof Error) return reasonOf(cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

interface Problem {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/** The failure that an answer of the gateway stands for. */
export async function refusalOf(response: Response): Promise<Failure> {
  const text = await response.text();
  const problem = parseProblem(text);
  const facts = {
    code: problem.code ?? 'not_a_gateway',
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    details: problem.details,
  };
  const fields = (problem.details ?? []).map(({ field, message }) => `\n  ${field}: ${message}`);
  const told = problem.message ?? 'a resposta não é de um pix-gateway';
  const words = `${told} (${response.status}${problem.code ? ` ${problem.code}` : ''})`;
  const isAboutKeys = response.status === 401 || response.status === 403;
  return new Failure(isAboutKeys ? 'credentials' : 'refused', words + fields.join(''), facts);
}

function parseProblem(text: string): Problem {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
