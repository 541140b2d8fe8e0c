import { createSocket } from 'node:dgram';
import type { ClockReading } from './clock-difference.ts';

const PORT = 123;
const TIMEOUT_MS = 3_000;
const PACKET_BYTES = 48;
/** Version 4, client (RFC 4330). */
const REQUEST_HEAD = 0x23;
const TRANSMITTED_AT = 40;
/** From 1900, where NTP begins to count, to 1970. */
const EPOCH_SECONDS = 2_208_988_800;

/** Asks a server of time once. `server` is a name or an address, with or without a port. */
export function askNtp(server: string, now: () => number): Promise<ClockReading> {
  const { hostname, port } = new URL(`ntp://${server}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const request = Buffer.alloc(PACKET_BYTES);
  request[0] = REQUEST_HEAD;
  const startedAt = now();
  const { promise, resolve, reject } = Promise.withResolvers<ClockReading>();
  const timer = setTimeout(() => reject(new Error('não respondeu')), TIMEOUT_MS);
  socket.on('error', reject);
  socket.once('message', (answer) => {
    if (answer.length < PACKET_BYTES) return reject(new Error('a resposta não é NTP'));
    const seconds = answer.readUInt32BE(TRANSMITTED_AT) - EPOCH_SECONDS;
    const fraction = answer.readUInt32BE(TRANSMITTED_AT + 4) / 2 ** 32;
    resolve({ startedAt, endedAt: now(), theirs: (seconds + fraction) * 1_000 });
  });
  socket.send(request, Number(port || PORT), host, (error) => error && reject(error));
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}
