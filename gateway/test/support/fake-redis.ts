import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Cleanup } from './cleanup.ts';

const SECOND_MS = 1_000;

/** A server with the part of Redis that rate limits use, and a clock that a test advances. */
export interface FakeRedis {
  readonly url: string;
  /** How many connections are open that have sent a command. */
  connections(): number;
  /** How often names with this part were counted. */
  counted(part: string): number;
  /** Advances its clock, in milliseconds. Windows end by this clock only. */
  advance(ms: number): void;
}

interface Counter {
  count: number;
  endsAt: number;
}

/** Starts the server. A counter ends the given seconds after its first count. */
export async function startFakeRedis(context: Cleanup): Promise<FakeRedis> {
  const counters = new Map<string, Counter>();
  const scripts = new Set<string>();
  const connected = new Set<Socket>();
  let now = 0;

  function countUp(key: string, points: number, seconds: number): string {
    const known = counters.get(key);
    const isOver = known === undefined || known.endsAt <= now;
    const counter = isOver ? { count: 0, endsAt: now + seconds * SECOND_MS } : known;
    counter.count += points;
    counters.set(key, counter);
    return `*2\r\n:${counter.count}\r\n:${counter.endsAt - now}\r\n`;
  }

  function answer([name = '', ...words]: readonly string[]): string {
    if (name !== 'eval' && name !== 'evalsha') return '+OK\r\n';
    // The limiter's script takes one key, then the points and the seconds.
    const [script = '', , key = '', points, seconds] = words;
    if (name === 'eval') scripts.add(createHash('sha1').update(script).digest('hex'));
    else if (!scripts.has(script)) return '-NOSCRIPT No matching script.\r\n';
    return countUp(key, Number(points), Number(seconds));
  }

  const server = createServer((socket: Socket) => {
    let unread = '';
    socket.on('error', () => {});
    socket.on('close', () => connected.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      unread += chunk.toString('latin1');
      for (let request = readRequest(unread); request; request = readRequest(unread)) {
        unread = unread.slice(request.length);
        connected.add(socket);
        socket.write(answer([request.words[0]?.toLowerCase() ?? '', ...request.words.slice(1)]));
      }
    });
    context.after(() => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    connections: () => connected.size,
    counted: (part) =>
      [...counters].reduce((sum, [key, { count }]) => sum + (key.includes(part) ? count : 0), 0),
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Reads the first complete request of a text, or returns undefined. */
function readRequest(text: string): { words: string[]; length: number } | undefined {
  const [head = '', count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const words: string[] = [];
  let at = head.length;
  while (words.length < Number(count)) {
    const [size = '', bytes] = /^\$(\d+)\r\n/.exec(text.slice(at)) ?? [];
    if (bytes === undefined) return undefined;
    const start = at + size.length;
    at = start + Number(bytes) + 2;
    if (at > text.length) return undefined;
    words.push(text.slice(start, at - 2));
  }
  return { words, length: at };
}
