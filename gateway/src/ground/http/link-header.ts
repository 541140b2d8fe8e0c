import type { FastifyReply } from 'fastify';

/** Adds to the header `Link` (RFC 8288): an answer may have several links. */
export function addLink(reply: FastifyReply, link: string): void {
  const others = reply.getHeader('link');
  reply.header('link', others === undefined ? link : `${others}, ${link}`);
}
