import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';
const LENGTH_HEADER = '\r\ncontent-length: ';
const SIGNATURE = /\r\nx-service-signature: t=(\d+),v1=([0-9a-f]{64})\r\n/;
const ID = /^\{"id":"([0-9a-f-]{36})"/;
const ANSWER = 'HTTP/1.1 204 No Content\r\n\r\n';

// Counts webhooks with a valid signature, checked as a merchant's server does; without the secret
// the signature must only have the right form. It runs on the same cores as the measured gateway, so
// it reads the requests itself, without node:http.
const secret = process.env.WEBHOOK_SECRET;
const seen = new Set<string>();
let wrong = 0;

function receive(socket: Socket): void {
  let received: Buffer = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    for (let length = lengthOf(received); received.length >= length; length = lengthOf(received)) {
      count(received.subarray(0, length));
      received = received.subarray(length);
      socket.write(ANSWER);
    }
  });
}

/** The length of a request, head and body; infinite while its head is incomplete. */
function lengthOf(received: Buffer): number {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return Number.POSITIVE_INFINITY;
  const from = received.indexOf(LENGTH_HEADER) + LENGTH_HEADER.length;
  return (
    headEnd + HEAD_END.length + Number.parseInt(received.toString('latin1', from, from + 8), 10)
  );
}

function count(request: Buffer): void {
  const bodyAt = request.indexOf(HEAD_END) + HEAD_END.length;
  const [, at, signature = ''] = SIGNATURE.exec(request.toString('latin1', 0, bodyAt)) ?? [];
  const body = request.subarray(bodyAt);
  const given = Buffer.from(signature, 'hex');
  const [, id] = ID.exec(body.toString('latin1', 0, 64)) ?? [];
  if (isSigned(given, at, body) && id !== undefined) seen.add(id);
  else wrong += 1;
}

function isSigned(given: Buffer, at: string | undefined, body: Buffer): boolean {
  if (secret === undefined) return given.length > 0;
  const expected = createHmac('sha256', secret).update(`${at}.`).update(body).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer(receive);
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.send?.({ seen: seen.size, wrong }));
process.on('disconnect', () => process.exit(0));
