import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import {
  operatorChangeResponses,
  operatorCodeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { PLATFORM_STOP } from './payout-stop.ts';
import {
  OperatorResumeBody,
  OperatorStopBody,
  PlatformStopsView,
  platformStopsView,
  ResumeBody,
  StopBody,
} from './payout-stop-schemas.ts';
import { readPlatformStops } from './read-payout-stops.ts';
import { resumePayouts, type StopDeps, stopPayouts } from './stop-payouts.ts';

const PATH = '/api/operator/payout-stops';
const MERCHANT_PATH = '/api/operator/merchants/:username/payout-stop';
const Username = Type.Object({ username: Type.String({ maxLength: 64 }) });

/** The switches of operators: the whole platform, or one merchant. */
export function payoutStopOperatorRoutes(deps: StopDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(platformRoutes(deps));
    await app.register(merchantRoutes(deps));
  };
}

function platformRoutes(deps: StopDeps): FastifyPluginAsyncTypebox {
  const view = async () => platformStopsView(await readPlatformStops(deps.database));
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'listPayoutStops',
          response: { 200: PlatformStopsView, ...panelReadResponses() },
        },
      },
      view,
    );
    app.post(
      PATH,
      {
        schema: {
          operationId: 'stopAllPayouts',
          body: StopBody,
          response: { 200: PlatformStopsView, ...operatorChangeResponses() },
        },
      },
      async (request) => {
        const reason = request.body.reason?.trim() || null;
        await stopPayouts(deps, PLATFORM_STOP, reason, actorOf(request));
        return view();
      },
    );
    app.post(
      `${PATH}/resume`,
      {
        schema: {
          operationId: 'resumeAllPayouts',
          body: ResumeBody,
          response: {
            200: PlatformStopsView,
            ...operatorCodeResponses(),
          },
        },
      },
      async (request) => {
        await resumePayouts(deps, PLATFORM_STOP, actorOf(request));
        return view();
      },
    );
  };
}

function merchantRoutes(deps: StopDeps): FastifyPluginAsyncTypebox {
  const view = async () => platformStopsView(await readPlatformStops(deps.database));
  return async (app) => {
    app.post(
      MERCHANT_PATH,
      {
        schema: {
          operationId: 'stopPayoutsOfMerchant',
          params: Username,
          body: OperatorStopBody,
          response: { 200: PlatformStopsView, ...operatorChangeResponses(['merchant_not_found']) },
        },
      },
      async (request) => {
        const { environment, reason } = request.body;
        const { merchantId } = await findMerchant(deps.database, request.params.username);
        const scope = { merchantId, environment, stoppedBy: 'operator' } as const;
        await stopPayouts(deps, scope, reason?.trim() || null, actorOf(request));
        return view();
      },
    );
    app.post(
      `${MERCHANT_PATH}/resume`,
      {
        schema: {
          operationId: 'resumePayoutsOfMerchant',
          params: Username,
          body: OperatorResumeBody,
          response: {
            200: PlatformStopsView,
            ...operatorCodeResponses(['merchant_not_found']),
          },
        },
      },
      async (request) => {
        const { environment } = request.body;
        const { merchantId } = await findMerchant(deps.database, request.params.username);
        const scope = { merchantId, environment, stoppedBy: 'operator' } as const;
        await resumePayouts(deps, scope, actorOf(request));
        return view();
      },
    );
  };
}
