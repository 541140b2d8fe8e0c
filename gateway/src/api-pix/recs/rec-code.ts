import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import { locationOfCode, recurrenceLocationOfCode } from '#src/ground/pix/location-of-code.ts';
import { codeOf } from '#src/subscriptions/recurrences/change-recurrence.ts';
import type { ChargeOfCode } from '#src/subscriptions/recurrences/recurrence.ts';
import type { Subscription } from '#src/subscriptions/subscription.ts';
import { findNamed } from '../cobs/named-charges.ts';
import { QueryFaults } from '../lists/page-of-list.ts';
import { findRec, type RecDeps } from './rec-deps.ts';
import { JOURNEY_WORDS } from './rec-words.ts';
import { chargeOfCode, keyOf, type RecOfCaller } from './write-rec.ts';

/** A recurrence with the code that a request asks for. */
export interface RecWithCode {
  readonly subscription: Subscription;
  /** Undefined if a location is missing. */
  readonly dadosQR: { readonly jornada: string; readonly pixCopiaECola: string } | undefined;
}

/**
 * Reads a recurrence with its code: alone (journey 2), with an immediate charge (3), or with one
 * that has a due date (4). A recurrence that still waits for its payer keeps the code with a charge
 * as the one that the payer of the test environment reads.
 * @throws {StandardProblem} RecNaoEncontrada, RecConsultaInvalida
 */
export async function readWithCode(
  deps: RecDeps,
  which: RecOfCaller,
  txid: string | undefined,
): Promise<RecWithCode> {
  const subscription = await findRec(deps.database, which.caller, which.idRec);
  const named =
    txid === undefined ? undefined : await chargeToShow(deps, which, { subscription, txid });
  const charge = named && chargeOfCode(named);
  if (named && !charge) return { subscription, dadosQR: undefined };
  const code = await codeWith(deps, which, { subscription, charge });
  if (code === undefined) return { subscription, dadosQR: undefined };
  const dadosQR = { jornada: journeyWordOf(named), pixCopiaECola: code };
  const isOfTest = charge && subscription.environment === 'test';
  const isNew = isOfTest && subscription.status === 'created' && subscription.code !== code;
  if (!isNew) return { subscription, dadosQR };
  const names = namesOf(which);
  const act = { kind: 'show', charge, names } as const;
  const shown = await deps.subscriptions.actOnSubscription({ ...keyOf(subscription), act });
  return { subscription: shown.subscription, dadosQR };
}

/** The code of a recurrence with a charge. A bank writes that of a live one. */
async function codeWith(
  { subscriptions }: RecDeps,
  which: RecOfCaller,
  {
    subscription,
    charge,
  }: { readonly subscription: Subscription; readonly charge: ChargeOfCode | undefined },
): Promise<string | undefined> {
  const { code, environment } = subscription;
  const url = recurrenceLocationOfCode(code ?? '');
  if (code === null || url === undefined) return undefined;
  if (environment === 'test') return codeOf(environment, { url, charge, names: namesOf(which) });
  if (locationOfCode(code) === charge?.location) return code;
  return (await subscriptions.readCode(subscription, charge?.id)) ?? undefined;
}

function namesOf({ caller }: RecOfCaller) {
  return { merchantName: caller.name, merchantCity: caller.city };
}

/** The charge that a query names, which must fit the recurrence. */
async function chargeToShow(
  { database }: RecDeps,
  { caller }: RecOfCaller,
  { subscription, txid }: { readonly subscription: Subscription; readonly txid: string },
): Promise<NamedCharge> {
  const found = await findNamed(database, { caller, txid });
  const { authorizedAt, journey } = subscription;
  const isKnown = authorizedAt !== null && journey !== null;
  const isCycle = found?.charge.due?.cycle !== undefined;
  const isFitting = !isKnown || journeyWordOf(found) === JOURNEY_WORDS[journey];
  if (!found || isCycle || !isFitting) {
    throw refused(
      'O parâmetro txid não corresponde a uma cobrança compatível com o campo ' +
        'ativacao.tipoJornada.',
      txid,
    );
  }
  const isFirst = txid === subscription.activationTxid || found.charge.id === firstOf(subscription);
  if (!found.charge.due && !isFirst) {
    throw refused(
      'O parâmetro txid corresponde a uma cobrança imediata diferente da informada no campo ' +
        'ativacao.dadosJornada.txid.',
      txid,
    );
  }
  return found;
}

/** The first charge of a subscription of another door, which has no txid here. */
function firstOf({ cyclesBy, firstChargeId }: Subscription): string | null {
  return cyclesBy === 'gateway' ? firstChargeId : null;
}

function journeyWordOf(named: NamedCharge | undefined): string {
  if (!named) return JOURNEY_WORDS.code;
  return named.charge.due ? JOURNEY_WORDS.offer : JOURNEY_WORDS.code_and_first_payment;
}

function refused(razao: string, txid: string): Error {
  const faults = new QueryFaults();
  faults.add('txid', razao, txid.slice(0, 100));
  return faults.problem('Rec');
}
