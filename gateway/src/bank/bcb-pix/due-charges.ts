import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { firstCharacters } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { DueChargeOrder, PayerAddress } from '../due-charge.ts';
import type { BankCharge, Outcome, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { mayExist, pathOf, refuseAs, registerAtBank, searchCharge } from './charge-calls.ts';
import { locationField, messageFor, payerName } from './charges.ts';
import { dueFields } from './due-rules.ts';
import { afterFailedSearch, done, outcomeOf, unknown } from './outcome-of-answer.ts';
import { type ChargeAtBank, readCharge } from './read-charge.ts';

type DueChargesOfBank = Pick<ReceivingBank, 'createDueCharge' | 'changeDueCharge'>;

const STREET_LENGTH_MAX = 200;

/** `PUT` and `PATCH /cobv/{txid}` of the standard: charges with a due date under our txid. */
export function dueChargesOf(settings: BcbPixSettings): DueChargesOfBank {
  const { pixKey } = settings;
  return {
    createDueCharge: (order) =>
      registerAtBank(settings, {
        kind: 'due',
        txid: order.txid,
        names: order,
        body: dueChargeBody(order, pixKey),
        isOrdered: (found) => isOrdered(found, order, pixKey),
      }),
    changeDueCharge: (order) => changeDueCharge(settings, order),
  };
}

async function changeDueCharge(
  settings: BcbPixSettings,
  order: DueChargeOrder,
): Promise<Outcome<BankCharge>> {
  const name = { kind: 'due', txid: order.txid } as const;
  const answer = await settings.http.call({
    operation: 'change due charge',
    method: 'PATCH',
    path: pathOf(settings, name),
    body: { ...dueFields(order.rules), devedor: payerField(order) },
  });
  const read = { names: order, mayLackCode: true };
  const outcome = outcomeOf(answer, (body) => readCharge(body, { ...read, kind: 'due' }));
  if (outcome.kind === 'done') {
    const isSame = isOrdered(outcome.value, order, settings.pixKey);
    return isSame ? done(outcome.value.charge) : unknown('A cobrança do banco difere do pedido.');
  }
  if (!mayExist(answer)) return outcome;
  const found = await searchCharge(settings, name, read);
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value === undefined) return outcome;
  if (found.value.charge.status === 'removed') return refuseAs('charge_removed', outcome);
  // An earlier attempt made the change, also if the charge was paid since.
  if (isOrdered(found.value, order, settings.pixKey)) return done(found.value.charge);
  return found.value.charge.status === 'completed' ? refuseAs('charge_paid', outcome) : outcome;
}

/** `CobVSolicitada`, with only the fields that every bank knows. */
function dueChargeBody(order: DueChargeOrder, pixKey: string) {
  return {
    ...dueFields(order.rules),
    ...locationField(order),
    devedor: payerField(order),
    chave: pixKey,
    ...messageFor(order.merchantName),
  };
}

/** `devedor`, which the standard requires of a charge with a due date. */
function payerField({ payer, rules }: DueChargeOrder) {
  const { amount } = rules;
  assert(amount > 0n && amount <= AMOUNT_CENTAVOS_MAX, 'A charge has an amount.');
  const taxId = parseTaxId(payer.document, { checkDigits: false });
  const nome = payerName(payer.name);
  assert(taxId && nome !== '', 'The payer of a charge with a due date has a name and a document.');
  return {
    [taxId.kind]: taxId.digits,
    nome,
    ...(payer.email === undefined ? {} : { email: payer.email }),
    ...addressFields(payer.address),
  };
}

/** A complete address or none: of a part of one banks make different things. */
function addressFields(address: PayerAddress | undefined) {
  const { street, city, state, postalCode } = address ?? {};
  if (!street || !city || !state || !postalCode) return {};
  return {
    logradouro: firstCharacters(street, STREET_LENGTH_MAX),
    cidade: firstCharacters(city, STREET_LENGTH_MAX),
    uf: state,
    cep: postalCode,
  };
}

function isOrdered({ charge, pixKey }: ChargeAtBank, order: DueChargeOrder, ownKey: string) {
  return (
    charge.txid === order.txid &&
    pixKey === ownKey &&
    isDeepStrictEqual(charge.dueRules, onlyRules(order))
  );
}

/** The rules without fields that the port doesn't know, in the order of the bank's answer. */
function onlyRules({ rules }: DueChargeOrder): BankCharge['dueRules'] {
  const { amount, dueDate, daysAfterDue, fine, interest, rebate } = rules;
  const discounts = rules.discounts
    .map(({ mode, value, until }) => ({ mode, value, until }))
    .toSorted((first, second) => ((first.until ?? '') < (second.until ?? '') ? -1 : 1));
  return { amount, dueDate, daysAfterDue, fine, interest, rebate, discounts };
}
