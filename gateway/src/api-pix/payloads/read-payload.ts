import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import { type AmountDue, amountDue, lastPayableDay } from '#src/charges/due/amount-due.ts';
import type { DueTerms } from '#src/charges/due/due-terms.ts';
import type { LocalHolidaysOf } from '#src/charges/due/local-holidays.ts';
import { findChargesByIds } from '#src/charges/find-charges.ts';
import { findLocationByToken } from '#src/charges/locations/read-locations.ts';
import { readCharges } from '#src/charges/read-charges.ts';
import { type NamedCharge, withTxids } from '#src/charges/txids/find-by-txid.ts';
import { brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import type { LocalHolidays } from '#src/ground/business-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { readClockTimes } from '#src/ground/clocks/find-clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { type Centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { currentFields } from '../cobs/cob-view.ts';
import { debtorOf, type Receiver, receiverOf } from '../cobvs/cobv-view.ts';
import { invalidPayloadQuery, noPayload } from '../problems/standard-problem.ts';

/** IBGE: two digits of the state and five of the municipality. */
const CITY_CODE = /^(1[1-7]|2[1-9]|3[1235]|4[1-3]|5[0-3])\d{5}$/;

/** A request of a payer's program: the day on which it wants to pay, and where the payer lives. */
export interface PayloadQuery {
  readonly DPP?: string | undefined;
  readonly codMun?: string | undefined;
}

export interface PayloadDeps {
  readonly database: Database;
  readonly clock: { now(): number };
  readonly localHolidays: LocalHolidaysOf;
  readonly pixKey: string;
  readonly receiverOf: (merchantId: string) => Promise<Receiver>;
}

/**
 * The answer of a location of the test environment (`CobPayload`, `CobVPayload`): the amount of the
 * day, computed when it is read.
 * @throws {StandardProblem} CobPayloadNaoEncontrado, PermanentementeRemovido,
 *   CobPayloadOperacaoInvalida
 */
export async function readPayload(
  deps: PayloadDeps,
  token: string,
  { isDue, query }: { readonly isDue: boolean; readonly query: PayloadQuery },
): Promise<object> {
  const named = await findCharge(deps, token);
  const { due } = named.charge;
  if ((due !== null) !== isDue) throw noPayload('unknown');
  if (named.charge.status !== 'pending') throw noPayload('gone');
  const times = await readClockTimes(deps.database, due?.clockId ? [due.clockId] : []);
  const now = times.get(due?.clockId ?? '') ?? deps.clock.now();
  return due ? duePayload(deps, named, { due, query, now }) : immediatePayload(deps, named, now);
}

/** The charge that a location has now, which may have been printed for another one. */
async function findCharge({ database }: PayloadDeps, token: string): Promise<NamedCharge> {
  const key = (await keyByLocation(database, token)) ?? (await keyById(database, token));
  // A bank shows the payloads of live charges itself.
  if (key?.environment !== 'test') throw noPayload('unknown');
  const [named] = await database.snapshot(async (tx) =>
    withTxids(tx, await readCharges(tx, [key])),
  );
  // A charge has left the location that it made itself when its code names another one.
  const isThere = named && locationOfCode(named.charge.qrcode)?.endsWith(`/${token}`);
  if (!isThere || named.named?.hasLocation === false) throw noPayload('unknown');
  return named;
}

async function keyByLocation(
  database: Database,
  token: string,
): Promise<TransactionKey | undefined> {
  const location = await findLocationByToken(database, token);
  if (!location) return undefined;
  const { merchantId, environment, chargeId: id } = location;
  if (id === null) throw noPayload('unknown');
  return { merchantId, environment, id };
}

async function keyById(database: Database, token: string): Promise<TransactionKey | undefined> {
  const id = idFromTxid(token);
  return id === undefined ? undefined : (await findChargesByIds(database, [id]))[0];
}

function immediatePayload({ pixKey }: PayloadDeps, named: NamedCharge, now: number): object {
  const { charge } = named;
  if (charge.expiresAt <= now) throw noPayload('gone');
  const { expiresInSeconds, amount } = currentFields(named, pixKey);
  return {
    ...sharedFields(named, pixKey),
    revisao: named.named?.revision ?? 0,
    calendario: { ...calendarOf(charge, now), expiracao: expiresInSeconds },
    devedor: debtorOf(charge.payer, null),
    valor: { original: centavosToDecimal(amount), modalidadeAlteracao: 0 },
  };
}

async function duePayload(
  deps: PayloadDeps,
  named: NamedCharge,
  { due, query, now }: { due: DueTerms; query: PayloadQuery; now: number },
): Promise<object> {
  const { charge } = named;
  const { rules, revision } = due;
  const local = localOf(deps, due, query.codMun);
  const day = dayOf(query.DPP, { today: brazilianDayOf(now), due, local });
  const amount = amountDue(rules, day, local);
  if (amount === undefined) throw noPayload('gone');
  return {
    ...sharedFields(named, deps.pixKey),
    revisao: revision,
    calendario: {
      ...calendarOf(charge, now),
      dataDeVencimento: rules.dueDate,
      validadeAposVencimento: rules.daysAfterDue,
    },
    devedor: debtorOf(charge.payer, null),
    recebedor: receiverOf(await deps.receiverOf(charge.merchantId)),
    valor: valueOfDay(amount),
  };
}

function sharedFields(named: NamedCharge, pixKey: string) {
  const { terms } = currentFields(named, pixKey);
  return { txid: named.txid, status: 'ATIVA', ...terms };
}

function calendarOf({ createdAt }: Charge, now: number) {
  return { criacao: isoTime(createdAt), apresentacao: isoTime(now) };
}

/** The holidays of the municipality that the payer's bank names, else those of the charge. */
function localOf(
  { localHolidays }: PayloadDeps,
  due: DueTerms,
  cityCode: string | undefined,
): LocalHolidays {
  if (cityCode === undefined) return due.local;
  if (!CITY_CODE.test(cityCode)) {
    const razao = 'codMun não é um código de município do IBGE.';
    throw invalidPayloadQuery({ razao, propriedade: 'codMun', valor: cityCode.slice(0, 20) });
  }
  const nowhere = { street: '', city: '', postalCode: '' };
  return localHolidays({ ...nowhere, state: due.address?.state ?? '', cityCode });
}

/** The day of a payment: without one the due date, or today if that is over. */
function dayOf(
  wanted: string | undefined,
  { today, due, local }: { today: string; due: DueTerms; local: LocalHolidays },
): string {
  const { rules } = due;
  const last = lastPayableDay(rules, local);
  if (today > last) throw noPayload('gone');
  if (wanted === undefined) return today < rules.dueDate ? rules.dueDate : today;
  const refuse = (razao: string) =>
    invalidPayloadQuery({ razao, propriedade: 'DPP', valor: wanted.slice(0, 20) });
  if (startOfBrazilianDay(wanted) === undefined) throw refuse('DPP não é um dia.');
  if (wanted < today) throw refuse('DPP é anterior ao dia presente.');
  if (wanted > last) throw refuse('DPP é posterior ao último dia de pagamento.');
  return wanted;
}

/** Parts of zero are left out, as the Central Bank's manual says (annex III). */
function valueOfDay({ original, fine, interest, rebate, discount, amount }: AmountDue) {
  const part = (name: string, value: Centavos) =>
    value > 0n ? { [name]: centavosToDecimal(value) } : {};
  return {
    original: centavosToDecimal(original),
    ...part('multa', fine),
    ...part('juros', interest),
    ...part('abatimento', rebate),
    ...part('desconto', discount),
    final: centavosToDecimal(amount),
  };
}
