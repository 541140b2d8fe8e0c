import { readCharges } from '#src/charges/read-charges.ts';
import { type NamedCharge, withTxids } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import { readRecurrences } from '#src/subscriptions/recurrences/find-recurrences.ts';
import type {
  ChargeOfCode,
  RecurrenceLocation,
} from '#src/subscriptions/recurrences/recurrence.ts';
import { findLocation } from '#src/subscriptions/recurrences/recurrence-locations.ts';
import type { Subscription } from '#src/subscriptions/subscription.ts';
import { findNamed } from '../cobs/named-charges.ts';
import { Faults } from '../fields/fields.ts';
import { type RecChange, type RecFields, refuse } from './read-rec.ts';
import { findRec, type RecDeps, shownOf, shownRec } from './rec-deps.ts';
import type { ShownRec } from './rec-view.ts';
import { recStatusOf } from './rec-words.ts';

const ENDED = 'A recorrência encontra-se expirada, cancelada ou rejeitada.';

/** A recurrence of a caller by its id. */
export interface RecOfCaller {
  readonly caller: Caller;
  readonly idRec: string;
}

/**
 * Creates a recurrence. The document gives a POST no key, so a repeat makes another one. Refuses
 * what `createSubscriptions` refuses.
 * @throws {StandardProblem} RecOperacaoInvalida
 */
export async function createRec(
  deps: RecDeps,
  caller: Caller,
  { locationId, activationTxid, payer, ...fields }: RecFields,
): Promise<ShownRec> {
  const faults = new Faults('rec');
  const location = await freeLocation(deps, { caller, faults, locationId });
  const charge = await chargeOfTxid(deps, { caller, faults, txid: activationTxid });
  refuse(faults);
  const { body } = await deps.subscriptions.createSubscription({
    caller,
    idempotency: undefined,
    firstAmount: null,
    clockId: null,
    link: null,
    terms: {
      ...fields,
      payerAccount: null,
      journey: null,
      cyclesBy: 'merchant',
      metadata: null,
      payer: { ...payer, email: null },
      split: caller.defaultSplit ?? null,
      activationTxid: activationTxid ?? null,
    },
    recurrence: { location: location ?? null, charge },
  });
  const { internal_id: id }: { internal_id: string } = JSON.parse(body);
  const { merchantId, environment } = caller;
  const [created] = await deps.database.snapshot((tx) =>
    readRecurrences(tx, [{ merchantId, environment, id }]),
  );
  if (!created) throw new Error('a new recurrence is missing');
  return shownOf(caller, created);
}

/**
 * Changes what a request names. Refuses what `revise` refuses.
 * @throws {StandardProblem} RecNaoEncontrada, RecOperacaoInvalida
 */
export async function reviseRec(
  deps: RecDeps,
  { caller, idRec }: RecOfCaller,
  change: RecChange,
): Promise<ShownRec> {
  const subscription = await findRec(deps.database, caller, idRec);
  const faults = new Faults('rec');
  addFaultsOfState(faults, subscription, change);
  const { payerDocument, locationId, activationTxid } = change;
  if (payerDocument !== undefined && payerDocument !== subscription.payer.document) {
    const razao = 'O documento do devedor não muda: informe só o nome.';
    faults.add('vinculo.devedor', razao, payerDocument);
  }
  const owner = subscription.id;
  const location = await freeLocation(deps, { caller, faults, locationId, owner });
  const charge = await chargeOfRevision(deps, { caller, faults, subscription, activationTxid });
  refuse(faults);
  const { payerName, firstDueOn } = change;
  const names = { merchantName: caller.name, merchantCity: caller.city };
  const { state } = await deps.subscriptions.changeRecurrence(keyOf(subscription), {
    kind: 'revise',
    payerName,
    firstDueOn,
    location,
    activationTxid,
    charge,
    names,
  });
  return shownRec(deps.database, caller, state.subscription);
}

/**
 * Cancels a recurrence, its open request and the open charges that can still be canceled. A repeat
 * is refused, as the standard says.
 * @throws {StandardProblem} RecNaoEncontrada, RecOperacaoInvalida
 */
export async function cancelRec(deps: RecDeps, { caller, idRec }: RecOfCaller): Promise<ShownRec> {
  const subscription = await findRec(deps.database, caller, idRec);
  const faults = new Faults('rec');
  if (isEnded(subscription)) faults.add('status', ENDED);
  refuse(faults);
  const { subscription: canceled } = await deps.subscriptions.actOnSubscription({
    ...keyOf(subscription),
    act: { kind: 'cancel', by: 'merchant', reason: 'SLCR' },
  });
  return shownRec(deps.database, caller, canceled);
}

/** The key of a subscription. */
export function keyOf({ merchantId, environment, id }: Subscription) {
  return { merchantId, environment, id };
}

/** Whether a recurrence is expired, canceled or rejected. */
export function isEnded({ status }: Subscription): boolean {
  const state = recStatusOf(status);
  return state !== 'CRIADA' && state !== 'APROVADA';
}

function addFaultsOfState(faults: Faults, subscription: Subscription, change: RecChange): void {
  if (isEnded(subscription)) {
    faults.add('status', ENDED);
    return;
  }
  if (subscription.status === 'created') return;
  const only = 'somente pode ser alterado quando a recorrência apresentar-se com o status CRIADA.';
  if (change.locationId !== undefined) faults.add('loc', `O campo rec.loc ${only}`);
  if (change.firstDueOn !== undefined) {
    faults.add('calendario.dataInicial', `O campo rec.calendario.dataInicial ${only}`);
  }
}

/** The location that a request names, which must be free or already that of the recurrence. */
async function freeLocation(
  { database }: RecDeps,
  {
    caller,
    faults,
    locationId: id,
    owner = null,
  }: {
    readonly caller: Caller;
    readonly faults: Faults;
    readonly locationId: number | undefined;
    readonly owner?: string | null;
  },
): Promise<RecurrenceLocation | undefined> {
  if (id === undefined) return undefined;
  const found = await findLocation(database, caller, id);
  if (!found) {
    faults.add('loc', 'O location referenciado por rec.loc inexiste.', id);
    return undefined;
  }
  if (found.subscriptionId !== null && found.subscriptionId !== owner) {
    const razao =
      'O location referenciado por rec.loc já está sendo utilizado por outra recorrência.';
    faults.add('loc', razao, id);
  }
  return found;
}

/** The charge of a recurrence's code: that of its txid, else the one that its code has now. */
async function chargeOfRevision(
  deps: RecDeps,
  {
    caller,
    faults,
    subscription,
    activationTxid,
  }: {
    readonly caller: Caller;
    readonly faults: Faults;
    readonly subscription: Subscription;
    readonly activationTxid: string | undefined;
  },
): Promise<ChargeOfCode | undefined> {
  const { firstChargeId: id, merchantId, environment } = subscription;
  const txid = activationTxid ?? subscription.activationTxid ?? undefined;
  if (txid !== undefined || id === null) {
    const isNamed = activationTxid !== undefined;
    return chargeOfTxid(deps, { caller, faults, txid, isNamed });
  }
  const [charge] = await readCharges(deps.database, [{ merchantId, environment, id }]);
  if (!charge) return undefined;
  const [named] = await withTxids(deps.database, [charge]);
  return named && chargeOfCode(named);
}

/** The immediate charge of a txid; undefined if there is none yet. */
async function chargeOfTxid(
  { database }: RecDeps,
  {
    caller,
    faults,
    txid,
    isNamed = true,
  }: {
    readonly caller: Caller;
    readonly faults: Faults;
    readonly txid: string | undefined;
    /** Whether the request names the txid. */
    readonly isNamed?: boolean;
  },
): Promise<ChargeOfCode | undefined> {
  if (txid === undefined) return undefined;
  const found = await findNamed(database, { caller, txid });
  if (found?.charge.due) {
    const razao = 'O txid é de uma cobrança com vencimento: informe o de uma cobrança imediata.';
    faults.add('ativacao.dadosJornada.txid', razao, txid);
  }
  const charge = found && chargeOfCode(found);
  // The bank knows a charge by another txid, which it has when the charge is made.
  if (!charge && isNamed && caller.environment === 'live') {
    const razao = 'Com chave de produção, crie a cobrança imediata antes de informar o seu txid.';
    faults.add('ativacao.dadosJornada.txid', razao, txid);
  }
  return charge;
}

/** A charge as a code shows it; undefined after its location was taken away. */
export function chargeOfCode({ charge, named }: NamedCharge): ChargeOfCode | undefined {
  const location = locationOfCode(charge.qrcode);
  if (location === undefined || named?.hasLocation === false) return undefined;
  const { id, amount, due } = charge;
  return { id, amount, location, hasDueDate: due !== null };
}
