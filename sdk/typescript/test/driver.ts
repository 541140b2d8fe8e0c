import { createInterface } from 'node:readline';
import { ApiConnectionError, ApiError, answerOf, PixGateway, webhooks } from '../src/index.ts';

/**
 * Runs the calls of sdk/behaviours.json: reads one call a line, as JSON, and writes one outcome a
 * line. The drivers of the other languages have the same protocol.
 */
interface Command {
  readonly client?: Record<string, unknown>;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly options?: Record<string, unknown>;
  /** How many items of a stream are read; all of a list. */
  readonly take?: number;
}

type Method = (...args: readonly unknown[]) => unknown;

function camel(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The options of the specification as this SDK has them. */
function optionsOf(options: Record<string, unknown>): Record<string, unknown> {
  const { timeout_seconds: seconds, ...rest } = options;
  const entries = Object.entries(rest).map(([name, value]) => [camel(name), value]);
  return {
    ...Object.fromEntries(entries),
    ...(typeof seconds === 'number' && { timeoutMs: seconds * 1_000 }),
  };
}

async function run(command: Command, waits: number[]) {
  const { client = {}, call, args, options = {}, take = Infinity } = command;
  if (call === 'webhooks.verify' || call === 'webhooks.verify_standard') {
    const [body, header, secret] = args as [{ base64: string }, never, string];
    const given = 'base64' in body ? Buffer.from(body.base64, 'base64') : (body as never);
    const verify = call === 'webhooks.verify' ? webhooks.verify : webhooks.verifyStandard;
    return { result: verify(given, header, secret, optionsOf(numbersOf(options))) };
  }
  const { retry_delay_seconds: delay = 0.5, ...settings } = client;
  const pix = new PixGateway({
    ...(optionsOf(settings) as { clientId: string; clientSecret: string; baseUrl: string }),
    retryDelayMs: Number(delay) * 1_000,
    sleep: async (ms) => {
      waits.push(ms / 1_000);
    },
  });
  const path = call.split('.').map(camel);
  const name = path.pop() ?? '';
  const owner = path.reduce<object>((found, key) => Reflect.get(found, key), pix);
  const method: Method = Reflect.get(owner, name);
  const all = Object.keys(options).length > 0 ? [...args, optionsOf(options)] : args;
  const result = await method.apply(owner, all as unknown[]);
  const isMany = name === 'iterate' || name === 'stream';
  if (isMany) return { result: await collect(result as AsyncIterable<unknown>, take) };
  return { result: plain(result) ?? null, answer: factsOf(result) };
}

/** The options, with the numbers that JSON doesn't have: `{"number": "NaN"}`. */
function numbersOf(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isNamed = (value: unknown): value is { number: string } =>
    typeof value === 'object' && value !== null && 'number' in value;
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      isNamed(value) ? Number(value.number) : value,
    ]),
  );
}

async function collect(items: AsyncIterable<unknown>, take: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === take) break;
  }
  return found;
}

function factsOf(result: unknown): object | undefined {
  const facts = answerOf(Object(result));
  return facts && { request_id: facts.requestId, is_replayed: facts.isReplayed };
}

function plain(result: unknown): unknown {
  return result instanceof Uint8Array ? { base64: Buffer.from(result).toString('base64') } : result;
}

/** The names of the error's class and of those above it, without `Error`. */
function classesOf(error: unknown): readonly string[] {
  const names: string[] = [];
  for (let at = Object(error); at !== null; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, 'constructor')) names.push(at.constructor.name.replace(/Error$/, ''));
  }
  return names.map((name) => (name === 'Type' ? 'InvalidArgument' : name));
}

function describe(error: unknown): object {
  const isApi = error instanceof ApiError;
  const isKeyed = isApi || error instanceof ApiConnectionError;
  return {
    classes: classesOf(error),
    message: String(error),
    ...(isKeyed && { idempotency_key: error.idempotencyKey }),
    ...(isApi && {
      status: error.status,
      code: error.code,
      gateway_message: error.gatewayMessage,
      details: error.details,
      request_id: error.requestId,
      retry_after_seconds: error.retryAfterSeconds,
    }),
    ...(error instanceof Error && 'reason' in error && { reason: error.reason }),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const waits: number[] = [];
  const outcome = await run(JSON.parse(line), waits).then(
    (outcome) => ({ ...outcome, waits }),
    (error) => ({ error: describe(error), waits }),
  );
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}
