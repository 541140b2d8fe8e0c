import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Cleanup } from './cleanup.ts';

/** A request to the collector, with its body. */
export interface Export {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface OtlpAttribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

/** A span in OTLP's JSON; `process` is the part of the gateway that sent it. */
export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly OtlpAttribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number; readonly message?: string };
  readonly process: string;
}

export interface OtlpPoint {
  readonly attributes: readonly OtlpAttribute[];
  readonly count?: number;
  readonly bucketCounts?: readonly number[];
  readonly explicitBounds?: readonly number[];
  readonly asDouble?: number;
}

export interface OtlpMetric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly sum?: { readonly dataPoints: readonly OtlpPoint[]; readonly isMonotonic?: boolean };
  readonly gauge?: { readonly dataPoints: readonly OtlpPoint[] };
  readonly process: string;
}

/** An OTLP/HTTP collector that keeps what it gets. */
export interface Collector {
  readonly url: string;
  readonly exports: readonly Export[];
  /** While true, requests are taken and never answered. */
  isSilent: boolean;
  spans(): readonly OtlpSpan[];
  metrics(): readonly OtlpMetric[];
}

/** Starts a collector; it stops with the test. */
export async function startCollector(context: Cleanup): Promise<Collector> {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    exports.push({ path: request.url ?? '', headers: request.headers, body });
    if (!collector.isSilent) response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const bodies = (path: string) =>
    exports.filter((one) => one.path === path).map(({ body }) => JSON.parse(String(body)));
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    exports,
    isSilent: false,
    spans: () =>
      bodies('/v1/traces').flatMap(({ resourceSpans }) =>
        flat(resourceSpans, 'scopeSpans', 'spans'),
      ),
    metrics: () =>
      bodies('/v1/metrics').flatMap(({ resourceMetrics }) =>
        flat(resourceMetrics, 'scopeMetrics', 'metrics'),
      ),
  };
  return collector;
}

// biome-ignore lint/suspicious/noExplicitAny: the JSON of another program
function flat(resources: any[], scopes: string, items: string): any[] {
  return resources.flatMap((one) => {
    const process = attributeOf(one.resource.attributes, 'pix_gateway.process');
    // biome-ignore lint/suspicious/noExplicitAny: the same
    return one[scopes].flatMap((scope: any) =>
      scope[items].map((item: object) => ({ ...item, process })),
    );
  });
}

/** The value of an attribute as text. */
export function attributeOf(attributes: readonly OtlpAttribute[], key: string): string | undefined {
  const found = attributes.find((one) => one.key === key)?.value;
  return found && String(Object.values(found)[0]);
}
