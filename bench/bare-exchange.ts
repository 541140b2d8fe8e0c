import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';

// One HTTP exchange in, and one out for each where TARGET names a receiver, without anything else:
// what Node itself takes of a charge and of a life.
const ANSWER = JSON.stringify({ internal_id: '019aa2f4', qrcode: 'x'.repeat(700) });
const NOTICE = JSON.stringify({ id: '019aa2f4', data: 'x'.repeat(1_150) });
const HEADERS = { 'content-type': 'application/json', 'content-length': NOTICE.length };
const { TARGET, PORT } = process.env;
const agent = new Agent({ keepAlive: true });

async function notify(url: string): Promise<void> {
  const sent = request(url, { method: 'POST', agent, headers: HEADERS }).end(NOTICE);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
}

const server = createServer(async (incoming, response) => {
  incoming.resume();
  await once(incoming, 'end');
  if (TARGET !== undefined) await notify(TARGET);
  response.writeHead(201, { 'content-length': ANSWER.length }).end(ANSWER);
});
server.listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
process.on('disconnect', () => process.exit(0));
