import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { acceptOnlyFiles, refuseTooLarge } from '#src/ground/http/file-body.ts';
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

const PATH = '/api/panel/payment-page';
const Bytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
const LogoFile = {
  description: 'O logotipo.',
  content: Object.fromEntries(IMAGE_TYPES.map((type) => [type, { schema: Bytes }])),
};
const Page = {
  description: 'A página.',
  content: { 'text/html': { schema: Type.String() } },
};

/** How the merchant's payment pages look, in both environments, with a preview. */
export function pageLookPanelRoutes(deps: PreviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(lookRoutes(deps));
    await app.register(previewRoutes(deps));
    await app.register(logoRoute(deps));
  };
}

function lookRoutes(deps: PreviewDeps): FastifyPluginAsyncTypebox {
  const view = async (merchantId: string) => lookView(await readLook(deps.database, merchantId));
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getPaymentPageLook',
          response: { 200: LookView, ...panelReadResponses() },
        },
      },
      async (request) => view(memberOf(request).merchant.merchantId),
    );
    app.put(
      PATH,
      {
        schema: {
          operationId: 'setPaymentPageLook',
          body: LookBody,
          response: { 200: LookView, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const look = lookOfBody(request.body);
        await changeLook(deps, merchantId, { look, by: actorOf(request) });
        return view(merchantId);
      },
    );
    app.delete(
      `${PATH}/logo`,
      {
        schema: {
          operationId: 'removePaymentPageLogo',
          response: { 200: LookView, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        await removeLogo(deps, merchantId, actorOf(request));
        return view(merchantId);
      },
    );
  };
}

function previewRoutes(deps: PreviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      `${PATH}/logo`,
      {
        schema: {
          operationId: 'getPaymentPageLogo',
          response: { 200: LogoFile, ...panelReadResponses(['route_not_found']) },
        },
      },
      async (request, reply) => {
        const logo = await openLogo(deps.database, memberOf(request).merchant.merchantId);
        if (!logo) throw new Refusal('route_not_found');
        return sendLogo(reply, logo);
      },
    );
    app.get(
      `${PATH}/preview`,
      {
        schema: {
          operationId: 'previewPaymentPage',
          querystring: PreviewQuery,
          response: { 200: Page, ...panelReadResponses() },
        },
      },
      async (request, reply) => {
        const { merchant } = memberOf(request);
        const { logo } = await readLook(deps.database, merchant.merchantId);
        const look = { ...lookOfQuery(request.query), logo };
        const status = request.query.state ?? 'pending';
        return sendPreview(deps, { request, reply }, { merchant, look, status });
      },
    );
  };
}

function logoRoute(deps: PreviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    acceptOnlyFiles(app, IMAGE_TYPES, 'logo_invalid');
    app.put(
      `${PATH}/logo`,
      {
        bodyLimit: LOGO_BYTES_MAX,
        errorHandler: refuseTooLarge('logo_invalid'),
        schema: {
          operationId: 'setPaymentPageLogo',
          response: { 200: LookView, ...panelChangeResponses(['logo_invalid']) },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const { body } = request;
        if (!Buffer.isBuffer(body)) throw new Refusal('logo_invalid');
        await changeLogo(deps, merchantId, { content: body, by: actorOf(request) });
        return lookView(await readLook(deps.database, merchantId));
      },
    );
  };
}
