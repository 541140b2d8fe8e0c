import { connect, type Socket } from 'node:net';

/** A repeated request over keep-alive connections. */
export interface Load {
  readonly port: number;
  readonly connections: number;
  /** The load ends after this time or after `requests` requests, whichever is first. */
  readonly durationMs: number;
  readonly requestsMax?: number;
  /** The bytes of the next request. */
  readonly next: (sequence: number) => string;
  /** The status of a successful answer; any other answer counts as a failure. */
  readonly expectedStatus: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
  readonly failures: number;
  readonly firstFailure: string;
}

const HEAD_END = '\r\n\r\n';

/**
 * Sends requests as fast as they are answered, one at a time on each connection. It reads only the
 * status and the Content-Length of answers: it runs on the same cores as the measured process, so
 * it must use little of them.
 */
export async function runLoad(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  let sequence = 0;
  let failures = 0;
  let firstFailure = '';
  const startedAt = performance.now();
  const endsAt = startedAt + load.durationMs;
  const requestsMax = load.requestsMax ?? Number.POSITIVE_INFINITY;
  const expected = `HTTP/1.1 ${load.expectedStatus} `;

  function runConnection(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket: Socket = connect(load.port, '127.0.0.1');
    let sentAt = 0;
    let received = '';
    socket.setNoDelay(true).setEncoding('latin1');

    function send(): void {
      if (performance.now() >= endsAt || sequence >= requestsMax) {
        socket.end();
        resolve();
        return;
      }
      sequence += 1;
      received = '';
      sentAt = performance.now();
      socket.write(load.next(sequence));
    }

    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const mark = received.indexOf('content-length: ');
      const bodyLength = Number.parseInt(received.slice(mark + 16, mark + 24), 10);
      if (received.length < headEnd + HEAD_END.length + bodyLength) return;
      latencies.push(performance.now() - sentAt);
      if (!received.startsWith(expected)) {
        failures += 1;
        firstFailure ||= received.slice(0, 600);
      }
      send();
    });
    return promise;
  }

  await Promise.all(Array.from({ length: load.connections }, runConnection));
  const elapsedMs = performance.now() - startedAt;
  latencies.sort((left, right) => left - right);
  const percentile = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
  return {
    perSecond: (latencies.length / elapsedMs) * 1_000,
    p50Ms: percentile(0.5),
    p99Ms: percentile(0.99),
    requests: latencies.length,
    failures,
    firstFailure,
  };
}

/** The text of an HTTP/1.1 request. */
export function httpRequest(
  line: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const all = { host: '127.0.0.1', ...headers, 'content-length': String(Buffer.byteLength(body)) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${line} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}
