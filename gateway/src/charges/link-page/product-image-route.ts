import type { FastifyInstance } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';

export interface ProductImageDeps {
  readonly findImage: (
    id: string,
  ) => Promise<{ readonly type: string; readonly content: Buffer } | undefined>;
}

/** The image of a product, for everybody who has its address. The address changes with it. */
export function addProductImage(app: FastifyInstance, { findImage }: ProductImageDeps) {
  app.get<{ Params: { image_id: string } }>(
    '/link/images/:image_id',
    { schema: { hide: true }, config: { budget: 'images' } },
    async (request, reply) => {
      const image = await findImage(request.params.image_id);
      if (!image) throw new Refusal('product_not_found');
      reply
        .header('cache-control', ONE_YEAR)
        .header('cross-origin-resource-policy', 'cross-origin');
      reply.header('content-security-policy', "default-src 'none'; sandbox");
      return reply.type(image.type).send(image.content);
    },
  );
}
