import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Charges that are read and written at once: a page of 1,000 is sent in parts. */
const PART = 200;

/**
 * Sends `{ parametros, <name>: [...] }`, and reads the items part by part while the client takes
 * them. The first part is read before the answer begins, so that a failure gets its own answer.
 */
export async function sendList(
  reply: FastifyReply,
  {
    parametros,
    name,
    ids,
    read,
  }: {
    readonly parametros: object;
    readonly name: string;
    readonly ids: readonly string[];
    readonly read: (ids: readonly string[]) => Promise<readonly object[]>;
  },
): Promise<FastifyReply> {
  const first = await read(ids.slice(0, PART));
  const head = `{"parametros":${JSON.stringify(parametros)},"${name}":[`;
  reply.header('content-type', 'application/json; charset=utf-8');
  if (ids.length <= PART) return reply.send(`${head}${textOf(first)}]}`);
  async function* parts(): AsyncGenerator<string> {
    yield head + textOf(first);
    for (let at = PART; at < ids.length; at += PART) {
      const text = textOf(await read(ids.slice(at, at + PART)));
      if (text !== '') yield `,${text}`;
    }
    yield ']}';
  }
  return reply.send(Readable.from(parts(), { objectMode: false }));
}

function textOf(items: readonly object[]): string {
  return items.map((item) => JSON.stringify(item)).join(',');
}
