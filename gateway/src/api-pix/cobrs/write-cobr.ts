import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToDecimal } from '#src/ground/money/centavos.ts';
import { isCancelable } from '#src/subscriptions/change-subscription.ts';
import { shownPixKey } from '../cobs/cob-deps.ts';
import { type CobOfCaller, findNamed } from '../cobs/named-charges.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { invalidOperation, notFound } from '../problems/standard-problem.ts';
import { findRec } from '../recs/rec-deps.ts';
import { recStatusOf } from '../recs/rec-words.ts';
import { type CobrDeps, findCobr } from './cobr-deps.ts';
import { type ShownCobr, termsOf } from './cobr-view.ts';
import { type CobrFields, refuse } from './read-cobr.ts';

const IN_USE = 'O campo cobr.txid encontra-se em uso.';
const SAME_CYCLE =
  'Existe uma CobR com status diferente de REJEITADA e CANCELADA referente ao mesmo cobr.idRec ' +
  'com calendario.dataDeVencimento no mesmo ciclo.';
const MADE_BY_US = 'As cobranças desta recorrência são criadas por este serviço.';
const TOO_LATE =
  'Não é possível cancelar uma cobrança em uma data igual ou maior que a data prevista da ' +
  'primeira tentativa de liquidação.';

/**
 * Creates the charge of a cycle under a txid. A repeat with the same content returns the charge, so
 * that a client without an answer may repeat. Refuses what `planCycle` refuses.
 * @throws {StandardProblem} RecNaoEncontrada, CobROperacaoInvalida
 */
export async function putCobr(
  deps: CobrDeps,
  which: CobOfCaller,
  fields: CobrFields,
): Promise<ShownCobr> {
  const existing = await repeated(deps, which, fields);
  if (existing) return existing;
  try {
    await addCycle(deps, which, fields);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A request beside this one may have made the same charge.
    const made = ['txid_taken', 'cycle_exists'].includes(error.code)
      ? await repeated(deps, which, fields)
      : undefined;
    if (made) return made;
    throw problemOf(error, which, fields);
  }
  return found(deps, which);
}

/**
 * Cancels the charge of a cycle.
 * @throws {StandardProblem} CobRNaoEncontrado, CobROperacaoInvalida from 22 h of the eve of the
 * first attempt on, and for a charge that has ended
 */
export async function cancelCobr(deps: CobrDeps, which: CobOfCaller): Promise<ShownCobr> {
  const { subscription, cycle, named } = await found(deps, which);
  const faults = new Faults('cobr');
  if (cycle.status !== 'scheduled') {
    faults.add('status', 'A cobrança já terminou, ou já teve uma tentativa.');
  } else if (!isCancelable(cycle, 'merchant', deps.clock.now())) {
    faults.add('status', TOO_LATE);
  }
  refuse(faults);
  const { merchantId, environment, id } = subscription;
  await deps.subscriptions.actOnSubscription({
    merchantId,
    environment,
    id,
    act: { kind: 'cancel_cycle', chargeId: named.charge.id },
  });
  return found(deps, which);
}

/**
 * Has the charge of a cycle tried again on a day. A repeat is refused, as the standard says.
 * @throws {StandardProblem} CobRNaoEncontrado, CobROperacaoInvalida
 */
export async function retryCobr(
  deps: CobrDeps,
  which: CobOfCaller,
  data: string,
): Promise<ShownCobr> {
  const { subscription, cycle, named } = await found(deps, which);
  const faults = new Faults('cobr');
  const on = new Fields({ data }, { path: '', faults }).day('data');
  const add = (razao: string) =>
    faults.violations.push({ razao, propriedade: 'data', valor: data });
  if (subscription.retries === 'none') {
    add('A política configurada na recorrência não permite retentativa de cobrança.');
  } else if (cycle.attempts.some(({ status }) => status === 'scheduled')) {
    add('Existe uma tentativa com status SOLICITADA ou AGENDADA.');
  } else if (on !== undefined && on <= brazilianDayOf(deps.clock.now())) {
    add('O parâmetro data não corresponde a uma data futura.');
  }
  refuse(faults);
  const { merchantId, environment, id } = subscription;
  await deps.subscriptions.actOnSubscription({
    merchantId,
    environment,
    id,
    act: { kind: 'retry', dueOn: cycle.dueOn, chargeId: named.charge.id, on: on ?? null },
  });
  return found(deps, which);
}

/** Finds the charge of a cycle. @throws {StandardProblem} CobRNaoEncontrado */
export async function found(deps: CobrDeps, which: CobOfCaller): Promise<ShownCobr> {
  const cobr = await findCobr(deps, which);
  if (!cobr) throw notFound('CobR');
  return cobr;
}

/** The charge that a repeated request made; undefined if the txid is free. */
async function repeated(
  deps: CobrDeps,
  which: CobOfCaller,
  fields: CobrFields,
): Promise<ShownCobr | undefined> {
  const taken = await findNamed(deps.cobs.database, which);
  if (!taken) return undefined;
  const existing = taken.charge.due?.cycle ? await findCobr(deps, which) : undefined;
  if (existing && isSame(existing, fields)) return existing;
  throw invalid('txid', IN_USE, which.txid);
}

function isSame(existing: ShownCobr, { idRec, amount, terms }: CobrFields): boolean {
  const before = termsOf(existing);
  const isOfRec = existing.subscription.recurrenceId === idRec && existing.cycle.amount === amount;
  return isOfRec && textOf(before) === textOf(terms);
}

function textOf({
  dueDate,
  movesToBusinessDay,
  receiver,
  information,
  debtor,
}: CobrFields['terms']) {
  const { agencia, conta, tipoConta } = receiver;
  const { email, logradouro, cidade, uf, cep } = debtor ?? {};
  const account = [agencia ?? null, conta, tipoConta];
  const details = [email, logradouro, cidade, uf, cep].map((value) => value ?? null);
  return JSON.stringify([dueDate, movesToBusinessDay, account, information ?? null, details]);
}

async function addCycle(
  deps: CobrDeps,
  { caller, txid }: CobOfCaller,
  { idRec, amount, terms }: CobrFields,
): Promise<void> {
  const subscription = await findRec(deps.cobs.database, caller, idRec);
  const faults = new Faults('cobr');
  const status = recStatusOf(subscription.status);
  if (status !== 'APROVADA') {
    faults.add('idRec', `A recorrência está ${status}, e não APROVADA.`, idRec);
  }
  if (subscription.amount !== null && subscription.amount !== amount) {
    const fixed = centavosToDecimal(subscription.amount);
    faults.add('valor.original', `O valor desta recorrência é fixo: ${fixed}.`);
  }
  if (terms.dueDate < brazilianDayOf(deps.clock.now())) {
    const razao =
      'O campo cobr.calendario.dataDeVencimento é anterior à data de criação da cobrança.';
    faults.add('calendario.dataDeVencimento', razao, terms.dueDate);
  }
  refuse(faults);
  const { merchantId, environment, id } = subscription;
  const { movesToBusinessDay, dueDate: dueOn } = terms;
  const chave = shownPixKey(deps.cobs, caller);
  await deps.subscriptions.actOnSubscription({
    merchantId,
    environment,
    id,
    act: {
      kind: 'add_cycle',
      amount,
      dueOn,
      movesToBusinessDay,
      standard: { txid, terms: { chave, cycle: terms } },
    },
  });
}

/** The problem of a refusal by the rules of cycles, at the field of the document. */
function problemOf(refusal: Refusal, { txid }: CobOfCaller, { idRec, terms }: CobrFields): Error {
  const { code, message } = refusal;
  switch (code) {
    case 'subscription_amount_fixed':
      return invalid('idRec', MADE_BY_US, idRec);
    case 'txid_taken':
      return invalid('txid', IN_USE, txid);
    case 'cycle_exists':
      return invalid('calendario.dataDeVencimento', SAME_CYCLE, terms.dueDate);
    case 'cycle_too_late':
      return invalid('calendario.dataDeVencimento', message, terms.dueDate);
    case 'cycle_amount_too_small':
      return invalid('valor.original', message);
    case 'invalid_request':
      return invalid(
        'calendario.dataDeVencimento',
        refusal.facts.fields?.[0]?.message['pt-BR'] ?? message,
        terms.dueDate,
      );
    default:
      return refusal;
  }
}

function invalid(path: string, razao: string, value?: string): Error {
  const faults = new Faults('cobr');
  faults.add(path, razao, value);
  return invalidOperation('CobR', razao, faults.violations);
}
