import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '#src/ground/config/config.ts';
import {
  attributeOf,
  type Collector,
  type OtlpSpan,
  startCollector,
} from '../support/collector.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER_SPAN = 'b7ad6b7169203331';
const SAMPLED = '01';

const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-telemetry-'));
after(() => rm(folder, { recursive: true, force: true }));
const database = await createMigratedDatabase();
after(() => database.drop());
const env = {
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  SANDBOX_PAYMENT_DELAY_SECONDS: '0',
};

/** Node's flags that write which packages of OpenTelemetry a process has asked for. */
function noteLoaded(file: string): string {
  const code = `
    import { registerHooks } from 'node:module';
    import { writeFileSync } from 'node:fs';
    const seen = new Set();
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@opentelemetry/')) seen.add(name);
      return next(name, context);
    } });
    process.on('exit', () => writeFileSync('${file}', [...seen].join('\\n')));`;
  return `--import data:text/javascript,${encodeURIComponent(code)}`;
}

/** Runs a gateway while work is done with it; returns its exit code. */
async function whileRunning(
  more: Readonly<Record<string, string>>,
  work: (url: string) => Promise<void>,
): Promise<number | null> {
  const PORT = String(await freePort());
  const gateway = await startGatewayProcess({ ...env, PORT, ...more });
  try {
    await work(gateway.url);
    return await gateway.stop();
  } finally {
    await gateway.killHard();
  }
}

function named(spans: readonly OtlpSpan[], name: string): OtlpSpan[] {
  return spans.filter((span) => span.name === name);
}

test('a charge is followed from the caller’s trace to its batch and its webhook, by every process, without what people wrote', async (t) => {
  const collector = await startCollector(t);
  const sink = await startWebhookSink(t);
  let names: string[] = [];
  const settings = {
    PROCESSES: '2',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'pix-da-loja',
  };
  const exitCode = await whileRunning(settings, async (url) => {
    await createPaidCharge(url, sink);
    const { text } = await callGateway(`${url}/metrics`, 'GET');
    names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  });
  assert.equal(exitCode, 0);
  checkSpans(collector.spans());
  checkMetrics(collector, names);

  const sent = collector.exports.map(({ body }) => String(body)).join('');
  assert.ok(sent.includes('pix-da-loja'));
  const { payer } = CHARGE;
  const secrets = [...Object.values(SANDBOX_KEYS), payer.name, payer.document];
  for (const secret of [...secrets, 'segredo-no-caminho', new URL(sink.url).host]) {
    assert.ok(!sent.includes(secret), secret);
  }
});

/** Creates a charge in the caller's trace, asks for an unknown one, and waits for the webhook. */
async function createPaidCharge(url: string, sink: WebhookSink): Promise<void> {
  const created = await callGateway<{ internal_id: string }>(`${url}/v1/pix/qrcode`, 'POST', {
    keys: SANDBOX_KEYS,
    headers: { traceparent: `00-${TRACE}-${CALLER_SPAN}-${SAMPLED}` },
    body: { ...CHARGE, webhook_url: `${sink.url}/segredo-no-caminho` },
  });
  assert.equal(created.status, 201);
  const missing = `${url}/v1/transactions/${created.body.internal_id}x`;
  assert.equal((await callGateway(missing, 'GET', { keys: SANDBOX_KEYS })).status, 404);
  await until('the webhook came', async () => sink.received.length > 0);
}

function checkSpans(spans: readonly OtlpSpan[]): void {
  const [request] = named(spans, 'POST /v1/pix/qrcode');
  assert.ok(request);
  assert.deepEqual([request.traceId, request.parentSpanId], [TRACE, CALLER_SPAN]);
  assert.equal(attributeOf(request.attributes, 'http.response.status_code'), '201');
  const inside = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  const batches = ['batch authenticate', 'batch create-charges'];
  assert.deepEqual(inside.map(({ name }) => name).sort(), batches);
  assert.ok(inside.every(({ traceId }) => traceId === TRACE));
  const [delivery] = named(spans, 'delivery deposit.paid');
  assert.ok(delivery);
  assert.equal(attributeOf(delivery.attributes, 'http.response.status_code'), '204');
  assert.ok(named(spans, 'GET /v1/transactions/:internal_id').length > 0);
  assert.deepEqual(named(spans, 'GET /metrics'), []);
  assert.deepEqual([request.process, delivery.process], ['http', 'primary']);
}

/** Every metric of /metrics was sent, and the one charge is counted once in its histogram. */
function checkMetrics(collector: Collector, names: readonly string[]): void {
  const metrics = collector.metrics();
  assert.deepEqual(
    names.filter((name) => !metrics.some((metric) => metric.name === name)),
    [],
  );
  const durations = metrics.filter(({ name }) => name === 'pix_gateway_request_duration_seconds');
  assert.deepEqual(new Set(durations.map(({ process }) => process)), new Set(['http', 'primary']));
  const points = durations.flatMap(({ histogram }) => histogram?.dataPoints ?? []);
  const created = points.filter(({ attributes }) => attributeOf(attributes, 'status') === '201');
  assert.ok(created.length > 0);
  for (const { count, bucketCounts = [], explicitBounds = [] } of created) {
    const total = bucketCounts.map(Number).reduce((sum, one) => sum + one, 0);
    assert.deepEqual([Number(count), total], [1, 1]);
    assert.equal(bucketCounts.length, explicitBounds.length + 1);
  }
  const postings = metrics.find(({ name }) => name === 'pix_gateway_postings_total');
  assert.equal(postings?.sum?.isMonotonic, true);
}

test('a collector that takes everything and never answers stops neither requests nor the stop, and the form is protobuf', async (t) => {
  const collector = await startCollector(t);
  collector.isSilent = true;
  const loaded = join(folder, 'loaded-on');
  const settings = {
    NODE_OPTIONS: noteLoaded(loaded),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  };
  const exitCode = await whileRunning(settings, async (url) => {
    for (let left = 20; left > 0; left -= 1) {
      const answer = await callGateway(`${url}/v1/balance`, 'GET', { keys: SANDBOX_KEYS });
      assert.equal(answer.status, 200);
    }
    await until('the collector got metrics', async () => collector.exports.length > 0);
  });
  assert.equal(exitCode, 0);
  assert.ok((await readFile(loaded, 'utf8')).includes('@opentelemetry/sdk-trace'));
  const paths = new Set(collector.exports.map(({ path }) => path));
  assert.deepEqual(paths, new Set(['/v1/traces', '/v1/metrics']));
  for (const { headers } of collector.exports) {
    assert.equal(headers['content-type'], 'application/x-protobuf');
    assert.equal(headers.authorization, 'Bearer abc');
  }
});

test('without an endpoint no package of the SDK is loaded', async () => {
  const loaded = join(folder, 'loaded-off');
  const exitCode = await whileRunning({ NODE_OPTIONS: noteLoaded(loaded) }, async (url) => {
    const answer = await callGateway(`${url}/v1/balance`, 'GET', { keys: SANDBOX_KEYS });
    assert.equal(answer.status, 200);
  });
  assert.equal(exitCode, 0);
  const packages = (await readFile(loaded, 'utf8')).split('\n').filter(Boolean);
  // The library of the log-in uses the types of the interface, which does nothing alone.
  const allowed = ['@opentelemetry/api', '@opentelemetry/semantic-conventions'];
  assert.deepEqual(
    packages.filter((name) => !allowed.some((one) => name.startsWith(one))),
    [],
  );
});

test('a wrong variable of OpenTelemetry stops the start with a line that names it', () => {
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'coletor:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'metade'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '10'],
  ] as const) {
    assert.throws(
      () => loadConfig({ [name]: value }),
      new RegExp(`^ConfigError: ${name} inválida`),
    );
  }
});
