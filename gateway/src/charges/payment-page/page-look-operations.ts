import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { IMAGE_TYPES } from '#src/ground/images/measure-image.ts';
import { changeLogo, changeLook, openLogo, readLook, removeLogo } from './change-page-look.ts';
import { LOGO_BYTES_MAX } from './logo-image.ts';
import {
  LookBody,
  LookView,
  lookOfBody,
  lookOfQuery,
  lookView,
  PreviewQuery,
} from './page-look-schemas.ts';
import { type PreviewDeps, sendPreview } from './page-preview.ts';
import { sendLogo } from './send-logo.ts';

const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
const LogoFile = {
  description: 'O logotipo.',
  content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: Bytes }])),
};
const Page = {
  description: 'A página.',
  content: { 'text/html': { schema: Type.String() } },
};

const { operation } = operationsOf<PreviewDeps>();

/** The operations on the look of a merchant's payment pages, in both environments. */
export const pageLookOperations = [
  operation({
    at: 'GET /payment-page',
    member: { id: 'getPaymentPageLook', environment: 'none', access: memberRules.read },
    answer: [200, LookView],
    run: ({ deps, owner }) => viewOf(deps, owner.merchant),
  }),
  operation({
    at: 'PUT /payment-page',
    // It changes where payers return to.
    member: { id: 'setPaymentPageLook', environment: 'none', access: memberRules.owner },
    body: LookBody,
    answer: [200, LookView],
    run: async ({ deps, owner: { merchant }, body, by }) => {
      await changeLook(deps, merchant.merchantId, { look: lookOfBody(body), by });
      return viewOf(deps, merchant);
    },
  }),
  operation({
    at: 'GET /payment-page/logo',
    member: { id: 'getPaymentPageLogo', environment: 'none', access: memberRules.read },
    answer: [200, LogoFile],
    refuses: ['route_not_found'],
    run: async ({ deps, owner, reply }) => {
      const logo = await openLogo(deps.database, owner.merchant.merchantId);
      if (!logo) throw new Refusal('route_not_found');
      return sendLogo(reply, logo);
    },
  }),
  operation({
    at: 'PUT /payment-page/logo',
    member: { id: 'setPaymentPageLogo', environment: 'none', access: memberRules.owner },
    file: { types: IMAGE_TYPES, invalid: 'logo_invalid' },
    bodyLimit: { bytesMax: LOGO_BYTES_MAX, tooLarge: 'logo_invalid' },
    answer: [200, LookView],
    run: async ({ deps, owner: { merchant }, file, by }) => {
      await changeLogo(deps, merchant.merchantId, { content: file, by });
      return viewOf(deps, merchant);
    },
  }),
  operation({
    at: 'DELETE /payment-page/logo',
    member: { id: 'removePaymentPageLogo', environment: 'none', access: memberRules.owner },
    answer: [200, LookView],
    run: async ({ deps, owner: { merchant }, by }) => {
      await removeLogo(deps, merchant.merchantId, by);
      return viewOf(deps, merchant);
    },
  }),
  operation({
    at: 'GET /payment-page/preview',
    member: {
      id: 'previewPaymentPage',
      environment: 'none',
      access: memberRules.read,
      lacks: ['invalid_request'],
    },
    query: PreviewQuery,
    answer: [200, Page],
    run: async ({ deps, owner: { merchant }, query, request, reply }) => {
      const { logo } = await readLook(deps.database, merchant.merchantId);
      const look = { ...lookOfQuery(query), logo };
      const status = query.state ?? 'pending';
      return sendPreview(deps, { request, reply }, { merchant, look, status });
    },
  }),
];

async function viewOf({ database }: PreviewDeps, { merchantId }: { readonly merchantId: string }) {
  return lookView(await readLook(database, merchantId));
}
