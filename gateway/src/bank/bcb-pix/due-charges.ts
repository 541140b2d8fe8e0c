import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { firstCharacters } from '#src/ground/characters.ts';
import { AMOUNT_CENTAVOS_MAX } from '#src/ground/money/centavos.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import type { BankDueRules, DueChargeOrder, PayerAddress } from '../due-charge.ts';
import type { BankCharge, Outcome, ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { pathOf, refuseAs, registerAtBank, searchCharge } from './charge-calls.ts';
import { documentOf, locationField, messageFor, payerName } from './charges.ts';
import { dueFields, waysToEnd } from './due-rules.ts';
import { afterFailedSearch, differs, done, outcomeOf } from './outcome-of-answer.ts';
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
    changeDueCharge: (order, before) => changeDueCharge(settings, order, before),
  };
}

/**
 * The bank refuses a change only when it has no part of it. One that it has made in part is undone,
 * or is unknown. Parts that the change keeps don't count: a bank may store them in another form.
 */
async function changeDueCharge(
  settings: BcbPixSettings,
  order: DueChargeOrder,
  before: DueChargeOrder,
): Promise<Outcome<BankCharge>> {
  const outcome = await sendChange(settings, order, before.rules);
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return outcome;
  const { pixKey } = settings;
  const isWhole = (found: ChargeAtBank) =>
    isOrdered(found, order, pixKey) && !madeParts(found, order, before).includes(false);
  if (outcome.kind === 'done' && isWhole(outcome.value)) return done(outcome.value.charge);
  // Any refusal, also one of access, may answer the repeat of a change that was made.
  const name = { kind: 'due', txid: order.txid } as const;
  const found = await searchCharge(settings, name, { names: order, mayLackCode: true });
  if (found.kind !== 'done') return afterFailedSearch(found);
  if (found.value === undefined) return outcome.kind === 'refused' ? outcome : differs();
  const { charge } = found.value;
  if (charge.status === 'removed') return refuseAs('charge_removed', outcome);
  if (found.value.pixKey !== pixKey) return differs();
  const made = madeParts(found.value, order, before);
  // An earlier attempt made the change, also if the charge was paid since. A bank that answers an
  // attempt may have changed more than was asked for.
  const isMade = made.includes(true) && !made.includes(false);
  if (isMade && (outcome.kind === 'refused' || isWhole(found.value))) return done(charge);
  if (charge.status === 'completed') return refuseAs('charge_paid', outcome);
  if (!made.includes(true) && outcome.kind === 'refused') return outcome;
  const undone = await sendChange(settings, before, charge.dueRules ?? order.rules);
  const isUndone =
    undone.kind === 'done' && !madeParts(undone.value, before, order).includes(false);
  return isUndone ? refuseAs('refused', outcome) : differs();
}

/**
 * Sends a change in each way to end rules until the bank has taken it whole. Each is a whole
 * change: a bank that refuses one has changed nothing. The outcome is `done` with another charge
 * than the ordered one when the bank took a way in part.
 */
async function sendChange(
  settings: BcbPixSettings,
  order: DueChargeOrder,
  before: BankDueRules,
): Promise<Outcome<ChargeAtBank>> {
  const read = { names: order, mayLackCode: true, kind: 'due' } as const;
  let partly: Outcome<ChargeAtBank> | undefined;
  let outcome: Outcome<ChargeAtBank> = differs();
  for (const ended of waysToEnd(before, order.rules)) {
    // Null is not of the document, so only a bank that has kept a part gets it.
    if (!partly && Object.values(ended).includes(null)) break;
    const answer = await settings.http.call({
      operation: 'change due charge',
      method: 'PATCH',
      path: pathOf(settings, { kind: 'due', txid: order.txid }),
      body: { ...dueFields(order.rules, ended), devedor: payerField(order) },
    });
    outcome = outcomeOf(answer, (body) => readCharge(body, read));
    if (outcome.kind === 'unavailable' && partly) return differs();
    if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') return outcome;
    if (outcome.kind === 'refused') continue;
    if (isOrdered(outcome.value, order, settings.pixKey)) return outcome;
    partly = outcome;
  }
  return partly ?? outcome;
}

/**
 * For each rule that a change of `before` changes, and for the payer's document if the bank tells
 * one: whether the bank has it as in the order.
 */
function madeParts(
  { charge: { dueRules }, document }: ChargeAtBank,
  order: DueChargeOrder,
  before: DueChargeOrder,
): boolean[] {
  const [from, to] = [onlyRules(before), onlyRules(order)];
  const names = Object.keys(to) as (keyof BankDueRules)[];
  const made = names
    .filter((name) => !isDeepStrictEqual(from[name], to[name]))
    .map((name) => isDeepStrictEqual(dueRules?.[name], to[name]));
  const payer = documentOf(order);
  return document === '' || documentOf(before) === payer ? made : [...made, document === payer];
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
function onlyRules({ rules }: DueChargeOrder): BankDueRules {
  const { amount, dueDate, daysAfterDue, fine, interest, rebate } = rules;
  const discounts = rules.discounts
    .map(({ mode, value, until }) => ({ mode, value, until }))
    .toSorted((first, second) => ((first.until ?? '') < (second.until ?? '') ? -1 : 1));
  return { amount, dueDate, daysAfterDue, fine, interest, rebate, discounts };
}
