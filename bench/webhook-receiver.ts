import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

// Counts webhooks with a valid signature, checked as a merchant's server does.
const secret = process.env.WEBHOOK_SECRET ?? '';
const seen = new Set<string>();
let wrong = 0;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    const header = String(request.headers['x-service-signature']);
    const [, at = '', signature = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    const expected = createHmac('sha256', secret).update(`${at}.${body}`).digest();
    const received = Buffer.from(signature, 'hex');
    const isRight = received.length === expected.length && timingSafeEqual(received, expected);
    if (isRight) seen.add(JSON.parse(body).id);
    else wrong += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('message', () => process.send?.({ seen: seen.size, wrong }));
process.on('disconnect', () => process.exit(0));
