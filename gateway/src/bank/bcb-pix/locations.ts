import type { LocationMove } from '../bank-location.ts';
import type { BankCharge, ChargeKind, Outcome, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { pathOf, refuseAs, searchCharge } from './charge-calls.ts';
import { locationField } from './charges.ts';
import { numberAt, UnreadableAnswer, urlAt } from './json-fields.ts';
import { afterFailedSearch, done, outcomeOf, unknown } from './outcome-of-answer.ts';
import { readCharge } from './read-charge.ts';

type LocationsOfBank = Pick<ReceivingBank, 'createLocation' | 'releaseLocation' | 'moveCharge'>;

const KINDS: Readonly<Record<ChargeKind, string>> = { immediate: 'cob', due: 'cobv' };

/** `/loc` of the standard, and `loc` of a charge that exists. */
export function locationsOf(settings: BcbPixSettings): LocationsOfBank {
  const { http, pathPrefix } = settings;
  return {
    createLocation: async (kind) => {
      const answer = await http.call({
        operation: 'create location',
        method: 'POST',
        path: `${pathPrefix}/loc`,
        body: { tipoCob: KINDS[kind] },
      });
      return outcomeOf(answer, (body) => {
        const id = numberAt(body, 'id');
        const url = urlAt(body, 'location');
        if (id === undefined) throw new UnreadableAnswer('id');
        if (url === undefined) throw new UnreadableAnswer('location');
        return { id, url };
      });
    },
    releaseLocation: async (id) => {
      const answer = await http.call({
        operation: 'free location',
        method: 'DELETE',
        path: `${pathPrefix}/loc/${id}/txid`,
      });
      return outcomeOf(answer, () => undefined);
    },
    moveCharge: (move) => moveCharge(settings, move),
  };
}

async function moveCharge(
  settings: BcbPixSettings,
  move: LocationMove,
): Promise<Outcome<BankCharge>> {
  const answer = await settings.http.call({
    operation: 'move charge',
    method: 'PATCH',
    path: pathOf(settings, move),
    body: locationField(move),
  });
  const { kind, txid, locationId } = move;
  const outcome = outcomeOf(answer, (body) => readCharge(body, { kind, names: move }));
  if (outcome.kind === 'done') {
    const { charge } = outcome.value;
    const isRight = charge.txid === txid && [locationId, null].includes(charge.locationId);
    return isRight ? done(charge) : unknown('O banco não trocou o location da cobrança.');
  }
  if (answer.kind !== 'refused') return outcome;
  // The charge is not open any more, or the bank refuses the location. Any refusal, also one of
  // access, may answer the repeat of a move that was made.
  const found = await searchCharge(settings, move, { names: move, mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  const charge = found.value?.charge;
  if (charge?.status === 'completed') return refuseAs('charge_paid', outcome);
  const isMoved = charge?.status === 'active' && charge.locationId === locationId;
  return isMoved && charge.code !== '' ? done(charge) : outcome;
}
