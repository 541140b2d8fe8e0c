import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { addDays, brazilianDayOf } from '../../gateway/src/ground/brazilian-days.ts';
import { businessDayFrom } from '../../gateway/src/ground/business-days.ts';
import { createSecret, standardSecretOf } from '../../gateway/src/webhooks/webhook-secret.ts';
import type { OpenApiDocument } from '../../gateway/test/support/documented-answers.ts';
import {
  createMerchantWithKeys,
  receivePayment,
  type TestGateway,
  until,
} from '../../gateway/test/support/gateway.ts';
import { type Driver, type DriverCall, type DriverOutcome, startDriver } from './support/driver.ts';
import { assertContains, fill } from './support/expectations.ts';
import {
  type Fault,
  type FaultProxy,
  type SeenRequest,
  startFaultProxy,
} from './support/fault-proxy.ts';
import { type Language, languages, SDK } from './support/languages.ts';

interface Step extends DriverCall {
  readonly faults?: readonly Fault[];
  readonly expect?: unknown;
  readonly error?: { readonly classes?: readonly string[] };
  readonly answer?: Readonly<Record<string, unknown>>;
  /** What the SDK warns of. */
  readonly warning?: string;
  readonly save?: Readonly<Record<string, string>>;
  readonly save_error?: Readonly<Record<string, string>>;
  /** Fields of the last item of a list. */
  readonly save_last?: Readonly<Record<string, string>>;
  readonly requests?: {
    readonly count: number;
    readonly same_key?: boolean;
    readonly key?: string;
    readonly connections?: number;
  };
  /** The shortest and the longest of each pause, in seconds. */
  readonly waits?: readonly (readonly [number, number])[];
}

interface Specification {
  readonly webhooks: readonly {
    readonly name: string;
    /** Anything but a text is a body that was read already, as it is given to the SDK. */
    readonly body: unknown;
    readonly header?: string | null;
    /** Of Standard Webhooks; then there is no `header`. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly secret: string;
    readonly now: unknown;
    readonly tolerance_seconds?: unknown;
    /** "accepted", the reason of a refusal, or "invalid_argument". */
    readonly outcome: string;
  }[];
  readonly behaviours: readonly {
    readonly name: string;
    /** Languages that can't have the behaviour. */
    readonly except?: readonly string[];
    readonly steps: readonly Step[];
  }[];
}

const BALANCE = 50_000;
const specification: Specification = JSON.parse(readFileSync(join(SDK, 'behaviours.json'), 'utf8'));

/** Declares a test for each language that runs the whole specification against the gateway. */
export function testBehaviours(gateway: TestGateway): void {
  for (const language of languages()) {
    test(
      `the SDK behaves as specified: ${language.name}`,
      {
        skip: language.skip ?? false,
      },
      (context) => runAll(context, gateway, language),
    );
  }
}

async function runAll(context: TestContext, gateway: TestGateway, language: Language) {
  const driver = startDriver(context, language);
  const proxy = await startFaultProxy(context, gateway.url);
  const { keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, {
    amount: BALANCE,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  const client = {
    client_id: keys['client-id'],
    client_secret: keys['client-secret'],
    base_url: proxy.url,
  };
  const called = new Set<string>();
  await context.test('webhooks.verify', () => verifyAll(driver));
  for (const { name, except = [], steps } of specification.behaviours) {
    const skip = except.includes(language.name) && 'the language has no such behaviour';
    await context.test(name, { skip }, async () => {
      const saved = new Map(namesOfRun());
      for (const step of steps) await runStep({ driver, proxy, client, saved, called }, step);
    });
  }
  const hasStreams = !['PHP with PSR-18', 'PHP through WordPress'].includes(language.name);
  await context.test('the SDK has every operation of the OpenAPI document', async () => {
    const { body } = await gateway.call<OpenApiDocument>('GET', '/openapi.json');
    const missing = operationsNotIn(called, body);
    assert.deepEqual(
      missing.filter((operation) => hasStreams || !operation.endsWith('/stream')),
      [],
    );
  });
}

/** What a behaviour may name before anything was saved. */
function namesOfRun(): [string, string][] {
  const dueDay = businessDayFrom(addDays(brazilianDayOf(Date.now()), 20));
  return [
    ['run', `p${randomBytes(8).toString('hex')}`],
    ['due_day', dueDay],
    ['due_noon', `${dueDay}T15:00:00.000Z`],
  ];
}

/** The operations of the document that no request has called, as `GET /v1/events/{id}`. */
function operationsNotIn(called: ReadonlySet<string>, { paths }: OpenApiDocument): string[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const known = new Set(operations);
  return operations.filter((operation) => {
    const shape = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    // `GET /v1/events/stream` has the shape of `GET /v1/events/{id}` too.
    return ![...called].some((one) => one === operation || (!known.has(one) && shape.test(one)));
  });
}

async function verifyAll(driver: Driver): Promise<void> {
  for (const one of [...specification.webhooks, ...signedByStandardLibrary()]) {
    const { body, headers, tolerance_seconds: tolerance } = one;
    const isText = typeof body === 'string';
    const { result, error } = await driver({
      call: headers ? 'webhooks.verify_standard' : 'webhooks.verify',
      args: [
        isText ? { base64: Buffer.from(body).toString('base64') } : body,
        headers ?? one.header,
        one.secret,
      ],
      options: { now: one.now, ...(tolerance !== undefined && { tolerance_seconds: tolerance }) },
    });
    const outcome = error ? (error.reason ?? kindOf(error)) : 'accepted';
    assert.equal(outcome, one.outcome, `${one.name}: ${error?.message}`);
    if (!error) assert.deepEqual(result, JSON.parse(String(body)), one.name);
  }
}

/** Signatures that the library of Standard Webhooks on npm makes now. */
function signedByStandardLibrary(): Specification['webhooks'] {
  const body = '{"id":"evt_1","event":"deposit.paid","data":{"payer":{"name":"João"}}}';
  const now = Math.floor(Date.now() / 1_000);
  return [createSecret(), 'whsec_sandbox_publico'].map((secret) => {
    const webhook = new Webhook(standardSecretOf(secret));
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(now),
      'webhook-signature': webhook.sign('evt_1', new Date(now * 1_000), body),
    };
    return { name: `signed with ${secret}`, body, headers, secret, now, outcome: 'accepted' };
  });
}

/** The languages call an argument of a wrong type or value by different names. */
function kindOf({ classes }: NonNullable<DriverOutcome['error']>): string {
  const names = classes as readonly string[];
  return names.some((name) => /^(InvalidArgument|Type|TypeError)$/.test(name))
    ? 'invalid_argument'
    : String(names);
}

interface Running {
  readonly driver: Driver;
  readonly proxy: FaultProxy;
  readonly client: Readonly<Record<string, string>>;
  readonly saved: Map<string, string>;
  /** The method and path of every request. */
  readonly called: Set<string>;
}

async function runStep(
  { driver, proxy, client, saved, called }: Running,
  given: Step,
): Promise<void> {
  const step = fill(given, saved);
  proxy.faults.splice(0, Infinity, ...(step.faults ?? []));
  proxy.takeSeen();
  const outcome = await driver({
    call: step.call,
    args: step.args,
    client: { ...client, ...step.client },
    ...(step.options && { options: step.options }),
    ...(step.take && { take: step.take }),
  });
  const seen = proxy.takeSeen();
  for (const { method, path } of seen) called.add(`${method} ${path.replace(/\?.*/, '')}`);
  // A stream that its reader has left would keep one of the five places of the key.
  await until('the stream is closed', async () => proxy.openStreams() === 0);
  const told = `${step.call}: ${JSON.stringify({ ...outcome, seen })}`;
  const secret = step.client?.client_secret ?? client.client_secret;
  assert.ok(!JSON.stringify(outcome).includes(JSON.stringify(secret).slice(1, -1)), told);
  assertOutcome(step, outcome, told);
  assertRequests(step, seen, told);
  assertWaits(step, outcome, told);
  const { warning } = step;
  if (warning) {
    await until('the SDK warns', async () => driver.warnings().includes(warning));
  }
  keep(step, outcome, saved);
}

function assertOutcome(
  { call, expect, error, answer }: Step,
  outcome: DriverOutcome,
  told: string,
): void {
  if (!error) {
    assert.equal(outcome.error, undefined, told);
    if (expect !== undefined) assertContains(outcome.result, expect, call);
    if (answer !== undefined) assertContains(outcome.answer, answer, `answer of ${call}`);
    return;
  }
  const { classes = [], ...facts } = error;
  assert.ok(outcome.error, told);
  const named = outcome.error.classes as readonly string[];
  assert.deepEqual(
    named.filter((one) => classes.includes(one)),
    classes,
    told,
  );
  assertContains(outcome.error, facts, `${call} error`);
}

function assertRequests({ requests }: Step, seen: readonly SeenRequest[], told: string): void {
  if (!requests) return;
  const { count, key, same_key: isSame, connections } = requests;
  const keys = new Set(seen.map((request) => request.idempotencyKey));
  assert.equal(seen.length, count, told);
  const used = new Set(seen.map((request) => request.connection)).size;
  if (connections !== undefined) assert.equal(used, connections, told);
  if (key !== undefined) assert.deepEqual([...keys], [key]);
  if (isSame) assert.match(String([...keys]), /^[\w-]{8,128}$/);
  if (isSame === false) assert.deepEqual([...keys], [undefined]);
}

function assertWaits({ waits }: Step, outcome: DriverOutcome, told: string): void {
  if (!waits) return;
  assert.equal(outcome.waits.length, waits.length, told);
  for (const [index, [shortest, longest]] of waits.entries()) {
    const wait = outcome.waits[index] ?? Number.NaN;
    assert.ok(wait >= shortest && wait <= longest, `pause ${index} of ${told}`);
  }
}

/** Keeps the fields of an outcome that later steps name. */
function keep(step: Step, { result, error }: DriverOutcome, saved: Map<string, string>): void {
  const last = Array.isArray(result) ? result.at(-1) : undefined;
  const sources = [
    [step.save, result],
    [step.save_last, last],
    [step.save_error, error],
  ] as const;
  for (const [fields, source] of sources) {
    for (const [name, field] of Object.entries(fields ?? {})) {
      const value = Reflect.get(Object(source), field);
      assert.ok(value !== undefined && value !== null, `${step.call} has no ${field}`);
      saved.set(name, String(value));
    }
  }
}
