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
  /** Takes each answer, head and body, with the number of its request. */
  readonly onAnswer?: (answer: string, sequence: number) => void;
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
const LENGTH_HEADER = 'content-length: ';
const READ_BYTES = 65_536;
const SEQUENCE_DIGITS = 9;
const PLACE = '#########';

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
    let sentAt = 0;
    let asked = 0;
    const socket = connectTo(load.port, (answer) => {
      latencies.push(performance.now() - sentAt);
      load.onAnswer?.(answer, asked);
      if (!answer.startsWith(expected)) {
        failures += 1;
        firstFailure ||= answer.slice(0, 600);
      }
      send();
    });

    function send(): void {
      if (performance.now() >= endsAt || sequence >= requestsMax) {
        socket.end();
        resolve();
        return;
      }
      sequence += 1;
      asked = sequence;
      sentAt = performance.now();
      socket.write(load.next(asked), 'latin1');
    }

    socket.on('connect', send);
    socket.on('error', reject);
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

/** Connects, and gives each complete answer to `onAnswer`. */
function connectTo(port: number, onAnswer: (answer: string) => void): Socket {
  let received = '';
  let length = Number.POSITIVE_INFINITY;
  // The bytes are read into one buffer, without a stream of chunks.
  const onread = {
    buffer: Buffer.allocUnsafe(READ_BYTES),
    callback(bytes: number, buffer: Uint8Array): boolean {
      const text = (buffer as Buffer).toString('latin1', 0, bytes);
      received = received === '' ? text : received + text;
      if (length === Number.POSITIVE_INFINITY) length = lengthOf(received);
      if (received.length < length) return true;
      const answer = received;
      received = '';
      length = Number.POSITIVE_INFINITY;
      onAnswer(answer);
      return true;
    },
  };
  return connect({ port, host: '127.0.0.1', noDelay: true, onread });
}

/** The length of an answer, head and body; infinite while its head is incomplete. */
function lengthOf(received: string): number {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return Number.POSITIVE_INFINITY;
  const from = received.indexOf(LENGTH_HEADER) + LENGTH_HEADER.length;
  return headEnd + HEAD_END.length + Number.parseInt(received.slice(from, from + 8), 10);
}

/**
 * The next texts of a request in which each "#########" stands for the number of the request. The
 * rest is made once, so that the generator costs little beside what it measures.
 */
export function numbered(template: string): (sequence: number) => string {
  const parts = template.split(PLACE);
  return (sequence) => parts.join(String(sequence).padStart(SEQUENCE_DIGITS, '0'));
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
