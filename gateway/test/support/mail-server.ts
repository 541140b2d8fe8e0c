import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Cleanup } from './cleanup.ts';

/** A mail server (RFC 5321) that keeps every message. */
export interface MailServer {
  readonly url: string;
  /** The messages with their headers. */
  readonly messages: readonly string[];
  /** Whether it refuses every message for now with 451. */
  isDown: boolean;
  /** What it answers to a recipient instead of 250: `550 5.1.1 no such user`. */
  readonly refusals: Map<string, string>;
}

/** Starts a mail server; it stops with the test. */
export async function startMailServer(context: Cleanup): Promise<MailServer> {
  const messages: string[] = [];
  const sockets = new Set<Socket>();
  const refusals = new Map<string, string>();
  const refusalOf = (line: string) => refusals.get(/<([^>]*)>/.exec(line)?.[1] ?? '');
  const server = createServer((socket) => {
    sockets.add(socket);
    let rest = '';
    let message: string | undefined;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const take = (line: string): void => {
      if (message !== undefined) {
        if (line !== '.') message += `${line}\n`;
        else {
          messages.push(message);
          message = undefined;
          answer('250 kept');
        }
      } else if (/^EHLO/i.test(line)) answer('250 here');
      else if (/^MAIL/i.test(line)) answer(mailServer.isDown ? '451 try again later' : '250 go on');
      else if (/^RCPT/i.test(line)) answer(refusalOf(line) ?? '250 go on');
      else if (/^STARTTLS/i.test(line)) answer('502 not implemented');
      else if (/^DATA/i.test(line)) {
        message = '';
        answer('354 go on');
      } else answer(/^QUIT/i.test(line) ? '221 bye' : '250 go on');
    };
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
    });
    answer('220 a mail server for tests');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const mailServer = { url: `smtp://127.0.0.1:${port}`, messages, isDown: false, refusals };
  return mailServer;
}
