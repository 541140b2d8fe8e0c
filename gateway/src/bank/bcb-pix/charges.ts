import assert from 'node:assert/strict';
import { firstCharacters } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type {
  BankCharge,
  ChargeOrder,
  ChargeRevision,
  Outcome,
  ReceivingBank,
} from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { type ChargeName, pathOf, refuseAs, registerAtBank, searchCharge } from './charge-calls.ts';
import { afterFailedSearch, differs, done, outcomeOf, unknown } from './outcome-of-answer.ts';
import { type ChargeAtBank, readCharge } from './read-charge.ts';

type ChargesOfBank = Pick<
  ReceivingBank,
  'registerCharge' | 'findCharge' | 'reviseCharge' | 'cancelCharge'
>;

const NAME_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 140;
const REMOVED_BY_RECEIVER = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** `/cob` of the standard, and what `/cob` and `/cobv` share. */
export function chargesOf(settings: BcbPixSettings): ChargesOfBank {
  const { pixKey } = settings;
  return {
    registerCharge: (order) =>
      registerAtBank(settings, {
        kind: 'immediate',
        txid: order.txid,
        names: order,
        body: chargeBody(order, pixKey),
        isOrdered: (found) => isOrdered(found, order, pixKey),
      }),
    reviseCharge: (revision, before) => reviseCharge(settings, revision, before),
    cancelCharge: (txid, kind = 'immediate') => cancelCharge(settings, { txid, kind }),
    findCharge: async (txid, kind = 'immediate', { mayLackCode = false } = {}) => {
      const found = await searchCharge(settings, { txid, kind }, { mayLackCode });
      return found.kind === 'done' ? done(found.value?.charge) : found;
    },
  };
}

/**
 * The bank refuses a revision only when it has nothing of it. One that it has made in part is
 * undone, or is unknown.
 */
async function reviseCharge(
  settings: BcbPixSettings,
  revision: ChargeRevision,
  before: ChargeRevision,
): Promise<Outcome<BankCharge>> {
  const outcome = await sendRevision(settings, revision);
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return outcome;
  const { txid, amount } = revision;
  if (outcome.kind === 'done') {
    const { charge } = outcome.value;
    if (charge.txid === txid && charge.amount === amount) return done(charge);
  }
  // Any refusal, also one of access, may answer the repeat of a revision that was made.
  const found = await searchCharge(settings, { kind: 'immediate', txid }, { mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value === undefined) return outcome.kind === 'refused' ? outcome : differs();
  const { charge } = found.value;
  if (charge.status === 'removed') return refuseAs('charge_removed', outcome);
  const fields = toldFields(found.value, revision, before);
  const changed = fields.filter(({ from, to }) => from !== to);
  // An earlier attempt made the revision, also if the charge was paid since.
  const isMade = changed.length > 0 && changed.every(hasNew);
  if (isMade && !fields.some(isForeign)) return done(charge);
  if (charge.status === 'completed') {
    // The payer paid what the bank asked for; the other fields don't matter any more.
    const isPaidSo = charge.amount === amount && amount !== before.amount;
    return isPaidSo ? done(charge) : refuseAs('charge_paid', outcome);
  }
  // Another change may have made it, which an undo would end.
  if (fields.some(isForeign)) return differs();
  if (!changed.some(isRevised) && outcome.kind === 'refused') return outcome;
  const undone = await sendRevision(settings, before);
  const isUndone =
    undone.kind === 'done' && !toldFields(undone.value, revision, before).some(isRevised);
  return isUndone ? refuseAs('refused', outcome) : differs();
}

async function sendRevision(
  settings: BcbPixSettings,
  { txid, amount, expiresInSeconds, payer }: ChargeRevision,
): Promise<Outcome<ChargeAtBank>> {
  const answer = await settings.http.call({
    operation: 'revise charge',
    method: 'PATCH',
    path: pathOf(settings, { kind: 'immediate', txid }),
    body: {
      calendario: { expiracao: expiresInSeconds },
      ...debtorOf(payer),
      valor: { original: centavosToDecimal(amount) },
    },
  });
  return outcomeOf(answer, (body) => readCharge(body, { mayLackCode: true }));
}

async function cancelCharge(
  settings: BcbPixSettings,
  name: ChargeName,
): Promise<Outcome<BankCharge>> {
  const answer = await settings.http.call({
    operation: name.kind === 'due' ? 'cancel due charge' : 'cancel charge',
    method: 'PATCH',
    path: pathOf(settings, name),
    // The only field: the standard refuses a removal together with other changes.
    body: { status: REMOVED_BY_RECEIVER },
  });
  const outcome = outcomeOf(answer, (body) => readCharge(body, { ...name, mayLackCode: true }));
  if (outcome.kind === 'done') {
    const { charge } = outcome.value;
    const isRight = charge.txid === name.txid && charge.status === 'removed';
    return isRight ? done(charge) : unknown('O banco não removeu a cobrança.');
  }
  if (answer.kind !== 'refused') return outcome;
  // The charge is not open: an earlier attempt removed it, or it was paid. Any refusal, also one of
  // access, may answer the repeat of a removal that was made.
  const found = await searchCharge(settings, name, { mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value?.charge.status === 'removed') return done(found.value.charge);
  return found.value?.charge.status === 'completed' ? refuseAs('charge_paid', outcome) : outcome;
}

/** `CobSolicitada`, with only the fields that every bank knows. */
function chargeBody(order: ChargeOrder, pixKey: string) {
  assert(order.amount > 0n && order.amount <= AMOUNT_CENTAVOS_MAX, 'A charge has an amount.');
  return {
    calendario: { expiracao: order.expiresInSeconds },
    ...debtorOf(order.payer),
    ...locationField(order),
    valor: { original: centavosToDecimal(order.amount) },
    chave: pixKey,
    ...messageFor(order.merchantName),
  };
}

/** The payer of a charge that names one. */
function debtorOf(payer: ChargeOrder['payer']) {
  const name = payerName(payer.name);
  const taxId = parseTaxId(payer.document, { checkDigits: false });
  return taxId && name !== '' ? { devedor: { [taxId.kind]: taxId.digits, nome: name } } : {};
}

export function payerName(name: string): string {
  return firstCharacters(name.trim(), NAME_LENGTH_MAX);
}

/** The location that a charge names. */
export function locationField({ locationId }: Pick<ChargeOrder, 'locationId'>) {
  return locationId === undefined ? {} : { loc: { id: locationId } };
}

/** The message in the payer's app: the merchant's name, if there is one. */
export function messageFor(merchantName: string) {
  const message = firstCharacters(merchantName.trim(), MESSAGE_LENGTH_MAX);
  return message === '' ? {} : { solicitacaoPagador: message };
}

interface ToldField {
  readonly found: unknown;
  readonly from: unknown;
  readonly to: unknown;
  /** Whether the bank keeps the value that it is given. */
  readonly isExact: boolean;
}

/**
 * The fields of a revision that the bank tells. A revision without a payer is sent without one, and
 * the bank keeps the payer that it had. A bank may limit an expiry.
 */
function toldFields(
  { charge, expiresInSeconds, document }: ChargeAtBank,
  revision: ChargeRevision,
  before: ChargeRevision,
): ToldField[] {
  const [from, to] = [documentOf(before), documentOf(revision)];
  const [first, last] = [before.expiresInSeconds, revision.expiresInSeconds];
  return [
    { found: charge.amount, from: before.amount, to: revision.amount, isExact: true },
    { found: expiresInSeconds, from: first, to: last, isExact: false },
    { found: to && document, from, to, isExact: from !== '' },
  ].filter(({ found }) => Boolean(found));
}

function hasNew({ found, to }: ToldField): boolean {
  return found === to;
}

/** Whether the bank has the new value, and can go back. A payer that was added stays. */
function isRevised({ found, from, to }: ToldField): boolean {
  return from !== to && from !== '' && found === to;
}

/** Whether the bank has a value of neither before nor after the revision. */
function isForeign({ found, from, to, isExact }: ToldField): boolean {
  return isExact && found !== from && found !== to;
}

/** The digits of the payer's document; empty without one. */
export function documentOf({ payer }: Pick<ChargeRevision, 'payer'>): string {
  return parseTaxId(payer.document, { checkDigits: false })?.digits ?? '';
}

function isOrdered({ charge, pixKey }: ChargeAtBank, order: ChargeOrder, ownKey: string): boolean {
  return charge.txid === order.txid && charge.amount === order.amount && pixKey === ownKey;
}
