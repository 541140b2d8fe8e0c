import { generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import type { Bank } from '../bank/bank.ts';
import { codeOf, createLocation, findLocation, freeLocation } from '../bank/locations.ts';
import { representLocation } from '../bank/represent-charges.ts';
import type { Location } from '../state/records.ts';
import type { ApiServer } from './api-server.ts';
import { LOCATION_BODY } from './due-schemas.ts';
import { pageOf, pageRule, type Query, readBoolean, readPeriod } from './page-of.ts';

const INVALID = 'locationInvalid';
const QUERY_INVALID = 'locationQueryInvalid';

interface OneLocation {
  Params: { id: string };
}

/** `/v2/loc` of API Pix 2.10.0, and the image of a code at Efí. */
export function addLocationRoutes(server: ApiServer, bank: Bank): void {
  server.post<{ Body: { tipoCob: Location['kind'] } }>(
    '/v2/loc',
    {
      schema: { body: LOCATION_BODY },
      config: { operation: 'createLocation', scope: 'payloadlocation.write', invalid: INVALID },
    },
    async ({ body }, reply) => {
      const location = bank.state.transaction(() => createLocation(bank, body.tipoCob));
      reply.status(201).header('location', `/v2/loc/${location.id}`);
      return representLocation(location);
    },
  );
  server.get<{ Querystring: Query }>(
    '/v2/loc',
    {
      config: { operation: 'listLocations', scope: 'payloadlocation.read', invalid: QUERY_INVALID },
    },
    async ({ query }) => {
      const rows = selectLocations(bank, query);
      const { page, parametros } = pageOf(rows, query, pageRule(bank, QUERY_INVALID));
      return { parametros, loc: page.map(representLocation) };
    },
  );
  server.get<OneLocation>(
    '/v2/loc/:id',
    { config: { operation: 'findLocation', scope: 'payloadlocation.read' } },
    async ({ params }) => representLocation(findLocation(bank, params.id)),
  );
  server.delete<OneLocation>(
    '/v2/loc/:id/txid',
    { config: { operation: 'freeLocation', scope: 'payloadlocation.write' } },
    async ({ params }) => representLocation(freeLocation(bank, params.id)),
  );
  if (bank.settings.dialect !== 'efi') return;
  server.get<OneLocation>(
    '/v2/loc/:id/qrcode',
    { config: { operation: 'drawLocation', scope: 'payloadlocation.read' } },
    async ({ params }) => {
      const location = findLocation(bank, params.id);
      const qrcode = codeOf(bank, location);
      const image = Buffer.from(toSvgSource(generate(qrcode))).toString('base64');
      return {
        qrcode,
        imagemQrcode: `data:image/svg+xml;base64,${image}`,
        linkVisualizacao: `https://${location.url}`,
      };
    },
  );
}

function selectLocations(bank: Bank, query: Query): Location[] {
  const { from, to } = readPeriod(query, QUERY_INVALID);
  const hasTxid = readBoolean(query, 'txIdPresente', QUERY_INVALID);
  return bank.state.locations
    .values()
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .filter(({ txid }) => hasTxid === undefined || (txid !== undefined) === hasTxid)
    .filter(({ kind }) => query.tipoCob === undefined || kind === query.tipoCob);
}
