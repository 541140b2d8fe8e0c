import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isNestedDeeper } from '#src/ground/http/json-depth.ts';

const JSON_LEVELS_MAX = 64;

/** Accepts JSON only. An empty body counts as no body: some operations need none. */
export function takeOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' } as const;
  app.addContentTypeParser<Buffer>('application/json', options, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    // RFC 8259, section 8.1: JSON is UTF-8. Decoding other bytes would store damaged texts.
    else if (!isUtf8(body)) done(new Refusal('invalid_json'), undefined);
    else {
      const text = body.toString();
      if (isNestedDeeper(text, JSON_LEVELS_MAX)) done(new Refusal('invalid_json'), undefined);
      else parseJson(request, text, done);
    }
  });
}
