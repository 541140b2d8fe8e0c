import type { Location, LocationKind } from '#src/charges/locations/location.ts';
import type { LocationOperations } from '#src/charges/locations/location-operations.ts';
import type { ChosenLocation, StandardTerms } from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { CobDeps } from '../cobs/cob-deps.ts';
import type { Fields } from '../fields/fields.ts';
import { invalidOperation } from '../problems/standard-problem.ts';

const KINDS = { Cob: 'cob', CobV: 'cobv' } as const;
const ID = {
  min: 1,
  max: Number.MAX_SAFE_INTEGER,
  rule: 'Informe em loc.id o número de um location.',
};

/** The id in `loc` of a body, which the document writes as a number; null in a revision removes. */
export function readLocationId(body: Fields): number | null | undefined {
  return body.removable('loc', () => {
    return body.object('loc')?.integer('id', { ...ID, isRequired: true });
  });
}

/**
 * The location that a charge names.
 * @throws {StandardProblem} XOperacaoInvalida for one that is unknown, of the other kind, or taken
 */
async function chooseLocation(
  { find }: Pick<LocationOperations, 'find'>,
  { caller, txid, family }: WantedPlace,
  id: number,
): Promise<ChosenLocation> {
  const { merchantId, environment } = caller;
  const found = await find({ merchantId, environment, id });
  const fault = found ? faultOf(found.location, { kind: KINDS[family], txid }) : 'inexiste.';
  if (!found || fault) throw invalidLocation(family, id, fault ?? '');
  return found.location;
}

/**
 * The location that a charge of a lot names, among those that have a row: the own one of a charge
 * has none, and is taken.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export function chooseStored(
  stored: ReadonlyMap<number, Location>,
  { id, txid }: { readonly id: number; readonly txid: string },
): ChosenLocation {
  const location = stored.get(id);
  const fault = location
    ? faultOf(location, { kind: 'cobv', txid })
    : 'inexiste ou já está sendo utilizado por outra cobrança.';
  if (!location || fault) throw invalidLocation('CobV', id, fault ?? '');
  const { url, bankId } = location;
  return { id, url, bankId };
}

/** Why a charge can't have a location. The fault continues the sentence. */
export function invalidLocation(family: WantedPlace['family'], id: number, fault: string) {
  const path = `${KINDS[family]}.loc.id`;
  const razao = `O location referenciado por ${path} ${fault}`;
  const violation = { razao, propriedade: path, valor: String(id) };
  return invalidOperation(family, 'A cobrança não pode ter este location.', [violation]);
}

/** Where a new charge is: at the location that it names, else at one that it makes itself. */
export async function placeOf(
  { operations }: CobDeps,
  which: WantedPlace,
  chosen: number | undefined,
): Promise<{ readonly locationId: number; readonly location?: ChosenLocation }> {
  const { locations } = operations;
  if (chosen === undefined) return { locationId: await locations.nextId() };
  const location = await chooseLocation(locations, which, chosen);
  return { locationId: location.id, location };
}

/**
 * The location to which a charge moves; undefined when it stays where it is, null when it leaves.
 * @throws {StandardProblem} XOperacaoInvalida
 */
export async function newLocation(
  locations: Pick<LocationOperations, 'find'>,
  { caller, named: { txid, named }, family }: Omit<WantedPlace, 'txid'> & { named: NamedCharge },
  wanted: number | null | undefined,
): Promise<ChosenLocation | null | undefined> {
  if (wanted === null) {
    if (named?.hasLocation === false) return undefined;
    if (named?.locationId == null) throw locationWithoutId(family);
    return null;
  }
  if (wanted === undefined || (named?.hasLocation && named.locationId === wanted)) return undefined;
  return chooseLocation(locations, { caller, txid, family }, wanted);
}

/** Gives a charge what `newLocation` has found: another location, or with null none. */
export async function placeCharge(
  locations: Pick<LocationOperations, 'release' | 'move'>,
  { caller, named }: Pick<WantedPlace, 'caller'> & { readonly named: NamedCharge },
  location: ChosenLocation | null | undefined,
  terms: StandardTerms,
): Promise<NamedCharge> {
  if (location === undefined) return named;
  const { merchantId, environment, id } = named.charge;
  const key = { merchantId, environment, id };
  if (location) return locations.move({ ...key, caller, location, terms });
  const { named: name } = named;
  if (!name?.locationId) throw new Error('a location without an id is not taken away');
  await locations.release({ merchantId, environment, id: name.locationId }, id);
  return { ...named, named: { ...name, locationId: null, hasLocation: false } };
}

/** A charge of another door, or one from before locations had ids. */
function locationWithoutId(family: WantedPlace['family']) {
  const path = `${KINDS[family]}.loc`;
  const razao = 'O location desta cobrança não tem id: troque-o por outro em vez de o retirar.';
  return invalidOperation(family, razao, [{ razao, propriedade: path }]);
}

interface WantedPlace {
  readonly caller: Caller;
  readonly txid: string;
  readonly family: 'Cob' | 'CobV';
}

function faultOf(
  location: Location,
  wanted: { readonly kind: LocationKind; readonly txid: string },
): string | undefined {
  const { kind, txid, environment, bankId } = location;
  if (kind !== wanted.kind) return `apresenta tipo "${kind}" (deveria ser "${wanted.kind}").`;
  if (txid !== null) {
    return txid === wanted.txid ? undefined : 'já está sendo utilizado por outra cobrança.';
  }
  const isUnknownToBank = environment === 'live' && bankId === null;
  return isUnknownToBank ? 'não pode ser usado de novo: o banco não informa o seu id.' : undefined;
}
