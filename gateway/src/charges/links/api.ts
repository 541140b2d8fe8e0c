import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { type ChargesParts, creatorAtPages } from '../api.ts';
import { checkAmount } from '../divide-charge.ts';
import { readLook } from '../payment-page/change-page-look.ts';
import { createPayerLogos } from '../payment-page/payer-logos.ts';
import { findLinks } from './find-links.ts';
import { paymentLinksOperations } from './operations.ts';
import { linkPageRoutes } from './page/link-page-routes.ts';
import type { Subscriptions } from './page/subscribe-by-link.ts';
import { findImage } from './products/read-products.ts';

/** The functions that rooms above hand to links. */
export interface LinksParts {
  /** The subscriptions of payers at links; undefined in a gateway without subscriptions. */
  readonly subscriptions: { readonly atLinks: Subscriptions } | undefined;
}

const NO_SUBSCRIPTIONS: Subscriptions = {
  isAvailable: () => false,
  create: () => Promise.reject(new Refusal('subscriptions_unavailable')),
};

/** The routes of links, products and the pages of links. */
export function paymentLinksApi(api: ApiContext, parts: ChargesParts & LinksParts): RoomRoutes {
  const { batcher, config, database, panel, rateLimits } = api;
  const { atLinks } = parts.subscriptions ?? { atLinks: NO_SUBSCRIPTIONS };
  const rules = { checkAmount, hasSubscriptions: atLinks.isAvailable };
  return {
    api: [programRoutes(paymentLinksOperations, { ...api, ...rules }, config)],
    panel: [memberRoutes(paymentLinksOperations, { ...panel, ...rules })],
    open: [
      linkPageRoutes({
        ...api,
        platform: config.brand,
        createCharge: creatorAtPages(api, parts),
        findMerchant: (id) => findMerchantById(database, id),
        readLink: batcher('read-payment-links', (ids, limited) => findLinks(limited, ids), {
          atOnce: 2,
        }),
        readLook: (merchantId) => readLook(database, merchantId),
        sendLogo: createPayerLogos(database),
        findImage: async (id) => findImage(database, id),
        hasLiveBank: parts.bank !== undefined,
        subscriptions: atLinks,
        count: (name, limit) => rateLimits.countRequest(`link ${name}`, limit),
      }),
    ],
  };
}
