import { firstLocationIdAt, type LocationKind } from '#src/charges/locations/location.ts';
import { countLocations, pageLocations } from '#src/charges/locations/read-locations.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Database } from '#src/ground/database/database.ts';
import { FILTERED_MAX, refuseManyRows, rowsOf } from '../lists/list-charges.ts';
import {
  type ListPage,
  type ListQuery,
  QueryFaults,
  readListPage,
  shownParameters,
  textAt,
} from '../lists/page-of-list.ts';
import { readFlag } from '../lists/read-filter.ts';
import { wholeLocation } from './location-view.ts';

/**
 * A page of the locations that were made for themselves, or freed, in a period, oldest first. The
 * location that a charge made is in the list from the moment when it is freed. Refuses
 * `PayloadLocationConsultaInvalida` for a period with more than 100,000 locations.
 */
export async function listLocations(
  database: Database,
  { merchantId, environment }: LedgerScope,
  query: ListQuery,
) {
  const { page, kind, hasCharge, shown } = readQuery(query);
  const filter = { merchantId, environment, ...idsOf(page), kind, hasCharge };
  const limit = FILTERED_MAX + 1;
  const { count: total } = await countLocations(database, { ...filter, limit });
  refuseManyRows('PayloadLocation', total);
  const rows = rowsOf(page);
  const locations =
    rows.offset < total ? await pageLocations(database, { ...filter, ...rows }) : [];
  return { parametros: shownParameters(page, total, shown), loc: locations.map(wholeLocation) };
}

function readQuery(query: ListQuery) {
  const faults = new QueryFaults();
  const page = readListPage(query, faults, { areTimesRequired: true });
  const hasCharge = readFlag(query, 'txIdPresente', faults);
  const wanted = textAt(query, 'tipoCob');
  const kind: LocationKind | null = wanted === 'cob' || wanted === 'cobv' ? wanted : null;
  if (kind !== wanted && wanted !== undefined) {
    faults.add('tipoCob', 'Informe cob ou cobv.', wanted);
  }
  faults.refuse('PayloadLocation');
  return {
    page,
    kind,
    hasCharge: hasCharge ?? null,
    shown: {
      ...(hasCharge !== undefined && { txIdPresente: hasCharge }),
      ...(kind !== null && { tipoCob: kind }),
    },
  };
}

/** The ids that were made in the period of a page, both of whose ends are in the list. */
function idsOf({ from = 0, to = Number.MAX_SAFE_INTEGER }: ListPage) {
  return { fromId: firstLocationIdAt(from), beforeId: firstLocationIdAt(to + 1) };
}
