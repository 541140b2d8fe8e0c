import type { FastifyReply } from 'fastify';
import type { LogoContent } from './logo-image.ts';

/** Sends an uploaded image, which may be hostile: as the type that its bytes have, and no other. */
export function sendLogo(reply: FastifyReply, { content, type }: LogoContent): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', 'inline')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content);
}
