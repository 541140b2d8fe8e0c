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
import {
  type ChargeName,
  mayExist,
  pathOf,
  refuseAs,
  registerAtBank,
  searchCharge,
} from './charge-calls.ts';
import { afterFailedSearch, done, outcomeOf, unknown } from './outcome-of-answer.ts';
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
    reviseCharge: (revision) => reviseCharge(settings, revision),
    cancelCharge: (txid, kind = 'immediate') => cancelCharge(settings, { txid, kind }),
    findCharge: async (txid, kind = 'immediate', { mayLackCode = false } = {}) => {
      const found = await searchCharge(settings, { txid, kind }, { mayLackCode });
      return found.kind === 'done' ? done(found.value?.charge) : found;
    },
  };
}

async function reviseCharge(
  settings: BcbPixSettings,
  revision: ChargeRevision,
): Promise<Outcome<BankCharge>> {
  const { txid, amount, expiresInSeconds, payer } = revision;
  const name = { kind: 'immediate', txid } as const;
  const answer = await settings.http.call({
    operation: 'revise charge',
    method: 'PATCH',
    path: pathOf(settings, name),
    body: {
      calendario: { expiracao: expiresInSeconds },
      ...debtorOf(payer),
      valor: { original: centavosToDecimal(amount) },
    },
  });
  const outcome = outcomeOf(answer, (body) => readCharge(body, { mayLackCode: true }));
  if (outcome.kind === 'done') {
    const { charge } = outcome.value;
    const isRight = charge.txid === txid && charge.amount === amount;
    return isRight ? done(charge) : unknown('O banco não alterou a cobrança.');
  }
  if (answer.kind !== 'refused') return outcome;
  // The charge is not open any more, or the bank refuses the change. Any refusal, also one of
  // access, may answer the repeat of a change that was made.
  const found = await searchCharge(settings, name, { mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  // An earlier attempt made the change, also if the charge was paid since.
  if (found.value && isRevised(found.value, revision)) return done(found.value.charge);
  return found.value?.charge.status === 'completed' ? refuseAs('charge_paid', outcome) : outcome;
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
  if (!mayExist(answer)) return outcome;
  // The charge is not open: an earlier attempt removed it, or it was paid.
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

/** What the payer's app shows: the merchant's name, if there is one. */
export function messageFor(merchantName: string) {
  const message = firstCharacters(merchantName.trim(), MESSAGE_LENGTH_MAX);
  return message === '' ? {} : { solicitacaoPagador: message };
}

/** Whether a charge that is open or paid has what the bank says of the fields of a revision. */
function isRevised(
  { charge, expiresInSeconds, document }: ChargeAtBank,
  revision: ChargeRevision,
): boolean {
  const taxId = parseTaxId(revision.payer.document, { checkDigits: false });
  return (
    charge.status !== 'removed' &&
    charge.amount === revision.amount &&
    (expiresInSeconds === undefined || expiresInSeconds === revision.expiresInSeconds) &&
    // A revision without a payer is sent without one, and the bank keeps the payer that it had.
    (taxId === undefined || document === taxId.digits)
  );
}

function isOrdered({ charge, pixKey }: ChargeAtBank, order: ChargeOrder, ownKey: string): boolean {
  return charge.txid === order.txid && charge.amount === order.amount && pixKey === ownKey;
}
