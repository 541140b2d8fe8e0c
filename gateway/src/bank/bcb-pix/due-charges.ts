import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { firstCharacters } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { DueChargeOrder, PayerAddress } from '../due-charge.ts';
import type { BankCharge, Outcome, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { pathOf, refuseAs, registerAtBank, searchCharge } from './charge-calls.ts';
import { locationField, messageFor, payerName } from './charges.ts';
import { dueFields, type EndedParts, waysToEnd } from './due-rules.ts';
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
  const { answer, outcome } = await sendChange(settings, order);
  if (outcome.kind === 'done') return endParts(settings, order, outcome.value);
  // Any refusal, also one of access, may answer the repeat of a change that was made.
  if (answer.kind !== 'refused') return outcome;
  const found = await searchCharge(settings, name, { names: order, mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value === undefined) return outcome;
  if (found.value.charge.status === 'removed') return refuseAs('charge_removed', outcome);
  // An earlier attempt made the change, also if the charge was paid since.
  if (isOrdered(found.value, order, settings.pixKey)) return done(found.value.charge);
  return found.value.charge.status === 'completed' ? refuseAs('charge_paid', outcome) : outcome;
}

async function sendChange(settings: BcbPixSettings, order: DueChargeOrder, ended?: EndedParts) {
  const answer = await settings.http.call({
    operation: 'change due charge',
    method: 'PATCH',
    path: pathOf(settings, { kind: 'due', txid: order.txid }),
    body: { ...dueFields(order.rules, ended), devedor: payerField(order) },
  });
  const read = { names: order, mayLackCode: true, kind: 'due' } as const;
  return { answer, outcome: outcomeOf(answer, (body) => readCharge(body, read)) };
}

/**
 * Ends the parts that a bank has kept, because it merges `valor` instead of replacing it. A change
 * of which a part is missing is unknown, also when the bank refuses to end the part.
 */
async function endParts(
  settings: BcbPixSettings,
  order: DueChargeOrder,
  changed: ChargeAtBank,
): Promise<Outcome<BankCharge>> {
  if (isOrdered(changed, order, settings.pixKey)) return done(changed.charge);
  const { dueRules } = changed.charge;
  for (const ended of dueRules ? waysToEnd(dueRules, order.rules) : []) {
    const { outcome } = await sendChange(settings, order, ended);
    const isDone = outcome.kind === 'done' && isOrdered(outcome.value, order, settings.pixKey);
    if (isDone) return done(outcome.value.charge);
  }
  return unknown('A cobrança do banco difere do pedido.');
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
