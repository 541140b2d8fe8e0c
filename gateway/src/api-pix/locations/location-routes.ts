import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { type LocationKey, locationIdFrom } from '#src/charges/locations/location.ts';
import type { LocationOperations } from '#src/charges/locations/location-operations.ts';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import { callerOf } from '#src/ground/access/caller-of-request.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Database } from '#src/ground/database/database.ts';
import { encodeDynamicBrCode } from '#src/ground/pix/br-code.ts';
import { scopeOfRoute } from '../access/standard-scopes.ts';
import { Faults, isObject } from '../fields/fields.ts';
import type { ListQuery } from '../lists/page-of-list.ts';
import { invalidOperation, notFound } from '../problems/standard-problem.ts';
import { listLocations } from './list-locations.ts';
import { shownLocation, wholeLocation } from './location-view.ts';

const FAMILY = 'PayloadLocation';
const read = { problemFamily: FAMILY, ...scopeOfRoute('payloadlocation.read') } as const;
const write = { problemFamily: FAMILY, ...scopeOfRoute('payloadlocation.write') } as const;
const IdParams = Type.Object({ id: Type.String() });

export interface LocationRoutesDeps {
  readonly database: Database;
  readonly locations: LocationOperations;
  readonly qrImages: QrImages;
  /** The public address of the gateway: `https://pix.loja.example`. */
  readonly baseUrl: string;
}

/** /pix/v2/loc: locations, which are made before their charges. */
export function locationRoutes(deps: LocationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(changeRoutes(deps));
    await app.register(readRoutes(deps));
  };
}

function changeRoutes({ locations, baseUrl }: LocationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/pix/v2/loc',
      {
        config: write,
        schema: { hide: true, operationId: 'apiPixPostLoc', body: Type.Unknown() },
      },
      async (request, reply) => {
        const { merchantId, environment } = callerOf(request);
        const kind = readKind(request.body);
        const made = await locations.create({ merchantId, environment }, kind);
        reply.code(201).header('location', `${baseUrl}/pix/v2/loc/${made.id}`);
        return shownLocation(made);
      },
    );
    app.delete(
      '/pix/v2/loc/:id/txid',
      { config: write, schema: { hide: true, operationId: 'apiPixFreeLoc', params: IdParams } },
      async (request) => {
        const released = await locations.release(keyOf(callerOf(request), request.params.id));
        if (!released) throw notFound(FAMILY);
        return shownLocation(released);
      },
    );
  };
}

function readRoutes(deps: LocationRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/pix/v2/loc',
      { config: read, schema: { hide: true, operationId: 'apiPixListLocs' } },
      async (request) =>
        listLocations(deps.database, callerOf(request), request.query as ListQuery),
    );
    app.get(
      '/pix/v2/loc/:id',
      { config: read, schema: { hide: true, operationId: 'apiPixGetLoc', params: IdParams } },
      async (request) => {
        const found = await deps.locations.find(keyOf(callerOf(request), request.params.id));
        if (!found) throw notFound(FAMILY);
        return wholeLocation(found.location);
      },
    );
    app.get(
      '/pix/v2/loc/:id/qrcode',
      { config: read, schema: { hide: true, operationId: 'apiPixDrawLoc', params: IdParams } },
      (request) => drawLocation(deps, callerOf(request), request.params.id),
    );
  };
}

/**
 * The code of a location, with its image and a page for the payer: an operation of Efí, which its
 * SDKs call. A free location has a code to print, which shows the charge that gets it later.
 */
async function drawLocation(
  { locations, qrImages, baseUrl }: LocationRoutesDeps,
  caller: Caller,
  id: string,
) {
  const found = await locations.find(keyOf(caller, id));
  if (!found) throw notFound(FAMILY);
  const { charge, location } = found;
  const names = { merchantName: caller.name, merchantCity: caller.city };
  const qrcode = charge?.qrcode ?? encodeDynamicBrCode({ url: location.url, ...names });
  const image = qrImages.find(qrcode, 'image/png').draw().toString('base64');
  return {
    qrcode,
    imagemQrcode: `data:image/png;base64,${image}`,
    linkVisualizacao: charge ? `${baseUrl}/pagar/${charge.id}` : `https://${location.url}`,
  };
}

/** @throws {StandardProblem} PayloadLocationNaoEncontrado for a text that can't be an id */
function keyOf({ merchantId, environment }: Caller, text: string): LocationKey {
  const id = locationIdFrom(text);
  if (id === undefined) throw notFound(FAMILY);
  return { merchantId, environment, id };
}

/** @throws {StandardProblem} PayloadLocationOperacaoInvalida */
function readKind(body: unknown): 'cob' | 'cobv' {
  const kind = isObject(body) ? body.tipoCob : undefined;
  if (kind === 'cob' || kind === 'cobv') return kind;
  const faults = new Faults('loc');
  faults.add('tipoCob', 'O campo tipoCob não respeita o schema: informe cob ou cobv.', kind);
  const detail = 'A requisição que busca criar um location não respeita o schema.';
  throw invalidOperation(FAMILY, detail, faults.violations);
}
