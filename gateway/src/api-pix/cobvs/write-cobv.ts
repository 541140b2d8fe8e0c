import { isDeepStrictEqual } from 'node:util';
import type { ChargeChanges } from '#src/charges/api.ts';
import type { Payer } from '#src/charges/charge.ts';
import type { ChargeChange } from '#src/charges/due/change-charge.ts';
import type { DueTerms } from '#src/charges/due/due-terms.ts';
import { rulesView } from '#src/charges/due/due-view.ts';
import type { PayerAddress } from '#src/charges/due/payer-address.ts';
import type { LocationMoves } from '#src/charges/locations/location-operations.ts';
import type { StandardTerms } from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { type CobDeps, type CobReads, shownPixKey } from '../cobs/cob-deps.ts';
import { cobStatusOf, currentFields } from '../cobs/cob-view.ts';
import { type CobOfCaller, cancelOpen, findNamed, untilUnchanged } from '../cobs/named-charges.ts';
import { type AddressOfBody, addressOf, revisedTerms, termsOf } from '../fields/read-fields.ts';
import { newLocation, placeCharge, placeOf } from '../locations/choose-location.ts';
import { refuseUncreated } from '../lots/uncreated-lines.ts';
import { ownKeyOf } from '../pix-keys/own-key-of.ts';
import type { OwnKeysDeps } from '../pix-keys/own-pix-keys.ts';
import {
  invalidOperation,
  notFound,
  type StandardProblem,
  unavailable,
} from '../problems/standard-problem.ts';
import type { Receiver, ShownCobv } from './cobv-view.ts';
import type { CobvChange, CobvFields } from './read-cobv.ts';
import { receiverOf } from './receiver.ts';
import { invalidRules } from './rule-problems.ts';

const NOT_ACTIVE = 'A cobrança não está mais ativa ou expirou, e não pode ser alterada.';

/** The dependencies of a change of a charge. */
export interface CobvChangeDeps extends Pick<CobDeps, 'bankPixKey' | 'database'> {
  readonly operations: ChargeChanges & { readonly locations: LocationMoves };
}

/** A charge with a due date that was found by its txid. */
export interface NamedCobv {
  readonly named: NamedCharge;
  readonly due: DueTerms;
}

/**
 * PUT: creates the charge, or gives the one that exists the fields of the request. With the same
 * content it returns the charge as it is, also one that has ended.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export async function putCobv(
  deps: CobDeps,
  which: CobOfCaller,
  sent: CobvFields,
): Promise<ShownCobv> {
  const fields = { ...sent, chave: await ownKeyOf(deps, which.caller, sent.chave, 'CobV') };
  // A charge of another door has no row of its txid that a new charge could conflict with.
  const isIdOfCharge = idFromTxid(which.txid) !== undefined;
  const existing = isIdOfCharge ? await findOwn(deps, which) : undefined;
  if (existing) return replaceCobv(deps, which.caller, { existing, fields });
  try {
    await create(deps, which, fields);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'txid_taken')) throw invalidRules(error);
    const taken = await findOwn(deps, which);
    if (!taken) throw await txidInUse(deps, which);
    return replaceCobv(deps, which.caller, { existing: taken, fields });
  }
  return shownNow(deps, which);
}

async function create(
  deps: CobDeps,
  { caller, txid }: CobOfCaller,
  { amount, rules, payer, address, chave, locationId, ...texts }: CobvFields,
): Promise<void> {
  const { operations } = deps;
  const terms = termsOf({ ...texts, chave });
  const place = await placeOf(deps, { caller, txid, family: 'CobV' }, locationId);
  await operations.createCharge({
    caller,
    amount,
    payer,
    expiresInSeconds: 0,
    idempotency: undefined,
    externalId: txid,
    webhookUrl: null,
    utm: null,
    due: { rules, address, local: operations.localHolidays(address) },
    description: terms.solicitacaoPagador ?? null,
    split: caller.defaultSplit ?? null,
    standard: { txid, terms, ...place },
  });
}

/**
 * Gives a charge the fields of a PUT; the same ones change nothing.
 * @throws {StandardProblem} CobVOperacaoInvalida
 */
export async function replaceCobv(
  deps: CobvChangeDeps,
  caller: Caller,
  { existing, fields }: { readonly existing: NamedCobv; readonly fields: CobvFields },
): Promise<ShownCobv> {
  const { payer, address, rules, amount, ...texts } = fields;
  const after = { payer, address, terms: termsOf(texts) };
  const change = changeOf(deps, { caller, existing, change: { rules, amount }, after });
  return apply(deps, caller, { existing, change, locationId: fields.locationId });
}

/**
 * PATCH: changes what the request names, and keeps what another one has changed meanwhile.
 * @throws {StandardProblem} CobVNaoEncontrada, CobVOperacaoInvalida
 */
export async function patchCobv(
  deps: CobvChangeDeps,
  which: CobOfCaller,
  sent: CobvChange,
): Promise<ShownCobv> {
  const { caller } = which;
  const chave = sent.chave && (await ownKeyOf(deps, caller, sent.chave, 'CobV'));
  return untilUnchanged(() => patchNow(deps, which, { ...sent, chave }));
}

async function patchNow(
  deps: CobvChangeDeps,
  which: CobOfCaller,
  change: CobvChange,
): Promise<ShownCobv> {
  const { caller } = which;
  const existing = await findExisting(deps, which);
  // The standard refuses a change of a charge that has ended, even one that changes nothing.
  refuseEnded(existing);
  const { terms } = shownOf(deps, caller, existing);
  const after = { ...revisedDebtor(existing, change), terms: revisedTerms(terms, change) };
  const changed = changeOf(deps, { caller, existing, change, after });
  return apply(deps, caller, {
    existing,
    change: changed && { ...changed, basedOn: existing.due.revision },
    locationId: change.locationId,
  });
}

/**
 * Gives a charge the fields and the location of a request. These are two steps, each of which a
 * repeat finds done; what the location has against it is told before the first one.
 */
async function apply(
  deps: CobvChangeDeps,
  caller: Caller,
  { existing, change, locationId }: RequestedChange,
): Promise<ShownCobv> {
  const { named } = existing;
  const { locations } = deps.operations;
  const location = await newLocation(locations, { caller, named, family: 'CobV' }, locationId);
  if (location) refuseEnded(existing);
  const shown = change
    ? await revise(deps, caller, { existing, change })
    : shownOf(deps, caller, existing);
  if (location === undefined) return shown;
  const place = { caller, named: shown.named };
  const placed = await placeCharge(locations, place, location, shown.terms);
  const { due } = placed.charge;
  // Another request may have changed the fields between the two steps.
  if (location === null || !due) return shownNow(deps, { caller, txid: named.txid });
  return shownOf(deps, caller, { named: placed, due });
}

type Changes = Omit<ChargeChange, 'merchantId' | 'environment' | 'id' | 'author'>;

interface RequestedChange {
  readonly existing: NamedCobv;
  /** Undefined when nothing but the location changes. */
  readonly change: Changes | undefined;
  readonly locationId: number | null | undefined;
}

/**
 * PATCH with a status: removes the charge, also an expired one.
 * @throws {StandardProblem} CobVNaoEncontrada, CobVOperacaoInvalida
 */
export async function removeCobv(deps: CobvChangeDeps, which: CobOfCaller): Promise<ShownCobv> {
  const existing = await findExisting(deps, which);
  refuseEnded(existing);
  await cancelOpen(deps.operations, existing.named.charge);
  return shownNow(deps, which);
}

/** Reads a charge after a request has changed it. */
async function shownNow(deps: CobvChangeDeps, which: CobOfCaller): Promise<ShownCobv> {
  const now = await findCobv(deps, which);
  if (!now) throw unavailable('A cobrança mudou: repita a requisição.', 1);
  return shownOf(deps, which.caller, now);
}

async function findExisting(deps: CobvChangeDeps, which: CobOfCaller): Promise<NamedCobv> {
  const existing = await findCobv(deps, which);
  if (existing) return existing;
  const { caller: scope, txid } = which;
  await refuseUncreated(deps.database, { scope, txid, family: 'CobV' });
  throw notFound('CobV');
}

/**
 * Finds a charge with a due date by its txid.
 * @throws {StandardProblem} ServicoIndisponivel while the bank registers it
 */
export async function findCobv(
  { database }: Pick<CobReads, 'database'>,
  which: CobOfCaller,
): Promise<NamedCobv | undefined> {
  const found = await findNamed(database, which);
  const due = found?.charge.due;
  return found && due && !due.cycle ? { named: found, due } : undefined;
}

/**
 * Finds the charge of a txid that a PUT names, in one read: an equal request may make it meanwhile.
 * @throws {StandardProblem} CobVOperacaoInvalida for a charge of another kind
 */
async function findOwn(
  { database }: Pick<CobDeps, 'database'>,
  which: CobOfCaller,
): Promise<NamedCobv | undefined> {
  const found = await findNamed(database, which, { waits: true });
  const due = found?.charge.due;
  if (found && (!due || due.cycle)) throw txidOfAnother();
  return found && due ? { named: found, due } : undefined;
}

/** The charge as it is shown now. */
export function shownOf(
  deps: OwnKeysDeps,
  caller: Pick<Caller, 'environment'>,
  { named, due }: NamedCobv,
): ShownCobv {
  const { terms } = currentFields(named, shownPixKey(deps, caller));
  return { named, due, payer: named.charge.payer, terms };
}

/**
 * The merchant with the address that the standard requires of a charge with a due date.
 * @throws {StandardProblem} CobVOperacaoInvalida for a merchant without an address
 */
export async function receiverOfCaller(
  deps: Pick<CobReads, 'database'>,
  caller: Caller,
  family: 'CobV' | 'LoteCobV' = 'CobV',
): Promise<Receiver> {
  const receiver = await receiverOf(deps.database, caller);
  if (receiver) return receiver;
  throw invalidOperation(
    family,
    'O recebedor não tem endereço, que a cobrança com vencimento mostra. Preencha o endereço em ' +
      'Cadastro, no painel.',
  );
}

/** The payer and the address after a revision: what it doesn't name of the same payer stays. */
function revisedDebtor(
  { named, due }: NamedCobv,
  { debtor }: CobvChange,
): { readonly payer: Payer; readonly address: PayerAddress | null } {
  const before = named.charge.payer;
  if (!debtor) return { payer: before, address: due.address };
  const { payer, email, address } = debtor;
  const isSamePayer = payer.document === before.document;
  const kept = isSamePayer ? { email: before.email, address: due.address } : undefined;
  return {
    payer: { ...payer, email: email === undefined ? (kept?.email ?? null) : email },
    address: revisedAddress(kept?.address ?? null, address),
  };
}

function revisedAddress(before: PayerAddress | null, change: AddressOfBody): PayerAddress | null {
  const { street, city, state, postalCode, cityCode = null } = before ?? {};
  const { logradouro = street, cidade = city, uf = state, cep = postalCode } = change;
  const revised = addressOf({ logradouro, cidade, uf, cep });
  const isSameCity = revised?.city === city && revised?.state === state;
  return revised && isSameCity ? { ...revised, cityCode } : revised;
}

/** The change from a charge to a request; undefined when they are equal. */
function changeOf(
  deps: OwnKeysDeps,
  {
    caller,
    existing,
    change,
    after: { payer, address, terms },
  }: {
    caller: Caller;
    existing: NamedCobv;
    change: Pick<CobvChange, 'rules' | 'amount'>;
    after: { payer: Payer; address: PayerAddress | null; terms: StandardTerms };
  },
): Changes | undefined {
  const { named, due } = existing;
  const before = shownOf(deps, caller, existing);
  const rulesBefore = { amount: centavosToJson(due.rules.amount), ...rulesView(due.rules) };
  const { amount } = change;
  const rules = { ...change.rules, ...(amount && { amount: centavosToJson(amount) }) };
  const after = { ...rulesBefore, ...rules };
  const hasNewRules = !isDeepStrictEqual(
    { ...after, discounts: after.discounts ?? [] },
    rulesBefore,
  );
  const hasNewParty = !isDeepStrictEqual([payer, terms], [named.charge.payer, before.terms]);
  const hasMoved = !isDeepStrictEqual(address, due.address);
  if (!hasNewRules && !hasNewParty && !hasMoved) return undefined;
  // All that the request names: another one may have changed what is equal now.
  return { rules, standard: { payer, terms }, address };
}

async function revise(
  deps: CobvChangeDeps,
  caller: Caller,
  { existing, change }: { existing: NamedCobv; change: Changes },
): Promise<ShownCobv> {
  refuseEnded(existing);
  const { merchantId, environment, id } = existing.named.charge;
  const { charge } = await deps.operations
    .changeCharge({ merchantId, environment, id, author: caller.clientId, ...change })
    .catch((error: unknown) => {
      throw invalidRules(error);
    });
  if (!charge.due) throw new Error('a charge with a due date keeps it');
  const terms = change.standard?.terms;
  const shown = shownOf(deps, caller, { named: { ...existing.named, charge }, due: charge.due });
  return { ...shown, ...(terms && { terms }) };
}

function refuseEnded({ named }: NamedCobv): void {
  if (cobStatusOf(named.charge.status) !== 'ATIVA') throw invalidOperation('CobV', NOT_ACTIVE);
}

/** Why a txid that the creation found taken has no charge. */
async function txidInUse(
  { database }: CobDeps,
  { caller, txid }: CobOfCaller,
): Promise<StandardProblem> {
  await refuseUncreated(database, { scope: caller, txid, family: 'CobV' });
  // The bank has refused the charge meanwhile, and its txid is free again.
  return unavailable('A cobrança mudou: repita a requisição.', 1);
}

function txidOfAnother(): StandardProblem {
  const razao = 'Este txid já é de uma cobrança imediata.';
  return invalidOperation('CobV', razao, [{ razao, propriedade: 'cobv.txid' }]);
}
