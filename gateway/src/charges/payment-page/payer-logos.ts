import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isKnownTag } from '#src/ground/http/entity-tag.ts';
import { openLogo } from './change-page-look.ts';
import type { LogoContent } from './logo-image.ts';
import type { PageLook } from './page-look.ts';
import { sendLogo } from './send-logo.ts';

const CACHE_BYTES_MAX = 8 * 1_024 * 1_024;

/** Whose logo is sent. */
export interface LogoOwner {
  readonly merchantId: string;
  readonly look: PageLook;
}

/** Sends merchants' logos to payers; refuses `route_not_found` for a merchant without one. */
export type SendPayerLogo = (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  owner: LogoOwner,
) => Promise<FastifyReply>;

/** Each sender keeps some megabytes of logos. An address with `v` always has the same image. */
export function createPayerLogos(database: Queryable): SendPayerLogo {
  const kept = new LRUCache<string, LogoContent>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ content }, name) => content.length + name.length,
  });
  return async ({ request, reply }, { merchantId, look }) => {
    if (!look.logo) throw new Refusal('route_not_found');
    const { hash } = look.logo;
    const etag = `"${hash}"`;
    const isNamed = (request.query as { v?: string }).v === hash;
    if (isNamed) reply.header('cache-control', 'private, max-age=86400, immutable');
    reply.header('etag', etag);
    if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const name = `${merchantId} ${hash}`;
    const logo = kept.get(name) ?? (await openLogo(database, merchantId));
    if (!logo) throw new Refusal('route_not_found');
    kept.set(name, logo);
    return sendLogo(reply, logo);
  };
}
