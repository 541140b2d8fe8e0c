import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { sha256 } from '../encryption/encryption.ts';
import { isKnownTag } from './entity-tag.ts';

const HASH_LENGTH = 12;
const ONE_YEAR = 'public, max-age=31536000, immutable';

/** Text that stays the same while the process runs, compressed for the first client that asks. */
export interface FixedContent {
  readonly type: string;
  readonly etag: string;
  readonly encodings: Readonly<Record<'br' | 'gzip' | 'identity', Buffer>>;
}

/** Larger texts are compressed less: full compression would block the process for a second. */
const WELL_COMPRESSED_BYTES = 64 * 1_024;
const QUICK_QUALITY = 5;

/**
 * A text that is sent often. Each compression takes some milliseconds and is kept, so call it once
 * for a text. It is made when it is first needed, because a start has many texts to serve.
 */
export function fixedContent(type: string, text: string): FixedContent {
  const identity = Buffer.from(text);
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    type,
    etag: sha256(text).toString('base64url').slice(0, HASH_LENGTH),
    encodings: {
      identity,
      get br() {
        br ??= brotli(identity);
        return br;
      },
      get gzip() {
        gzip ??= gzipSync(identity);
        return gzip;
      },
    },
  };
}

function brotli(content: Buffer): Buffer {
  if (content.length <= WELL_COMPRESSED_BYTES) return brotliCompressSync(content);
  return brotliCompressSync(content, {
    params: {
      [zlib.BROTLI_PARAM_QUALITY]: QUICK_QUALITY,
      [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** Answers in the smallest encoding that the client takes, or 304 when it has the content. */
export function sendFixedContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: FixedContent,
): FastifyReply {
  const accepted = new Negotiator(request.raw).encodings(['br', 'gzip', 'identity']);
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? 'identity';
  const etag = `"${content.etag}-${encoding}"`;
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  reply.header('etag', etag);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(content.type).send(content.encodings[encoding]);
}

/** A script or style of a page, at an address that changes with its content. */
export interface PageAsset extends FixedContent {
  readonly path: string;
  /** The route for any hash, because pages of two versions request it while a new one starts. */
  readonly route: string;
}

/** Reads an asset from a folder; it is served below `prefix`. The texts of `shared` come first. */
export function readPageAsset(
  folder: URL,
  name: string,
  prefix: string,
  ...shared: readonly URL[]
): PageAsset {
  const kind = name.endsWith('.css') ? 'css' : 'javascript';
  const files = [...shared, new URL(name, folder)];
  const text = files.map((file) => readFileSync(file, 'utf8')).join('');
  const content = fixedContent(`text/${kind}; charset=utf-8`, text);
  const route = `${prefix}/:hash/${name}`;
  const hash = sha256(text).toString('hex').slice(0, HASH_LENGTH);
  return { ...content, path: route.replace(':hash', hash), route };
}

/** Serves an asset; its own address may be kept for a year. */
export function addPageAsset(app: FastifyInstance, asset: PageAsset): void {
  const options = { schema: { hide: true }, config: { budget: 'files' } } as const;
  app.get(asset.route, options, async (request, reply) => {
    if (request.url.startsWith(asset.path)) reply.header('cache-control', ONE_YEAR);
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.header('x-content-type-options', 'nosniff');
    return sendFixedContent(request, reply, asset);
  });
}
