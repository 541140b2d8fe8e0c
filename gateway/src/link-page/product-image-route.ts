import type { FastifyInstance } from 'fastify';
import { Refusal } from '#src/platform/errors/problems.ts';
import { clientNetwork } from '#src/platform/http/client-network.ts';

const IMAGES_OF_ADDRESS = 600;
const ONE_YEAR = 'public, max-age=31536000, immutable';

export interface ProductImageDeps {
  readonly findImage: (
    id: string,
  ) => Promise<{ readonly type: string; readonly content: Buffer } | undefined>;
  /** Counts a request under a name; refuses `rate_limited`. */
  readonly spend: (name: string, limit: number) => Promise<void>;
}

/** The image of a product, for everybody who has its address. The address changes with it. */
export function addProductImage(app: FastifyInstance, { findImage, spend }: ProductImageDeps) {
  app.get<{ Params: { image_id: string } }>(
    '/link/images/:image_id',
    { schema: { hide: true } },
    async (request, reply) => {
      await spend(`address ${clientNetwork(request.ip)} images`, IMAGES_OF_ADDRESS);
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
