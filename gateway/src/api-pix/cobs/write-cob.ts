import type { StandardFields } from '#src/charges/standard-charge.ts';
import type { NamedCharge } from '#src/charges/txids/find-by-txid.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { newLocation, placeCharge, placeOf } from '../locations/choose-location.ts';
import { refuseUncreated } from '../lots/uncreated-lines.ts';
import { ownKeyOf } from '../pix-keys/own-key-of.ts';
import { invalidOperation, notFound, unavailable } from '../problems/standard-problem.ts';
import { type CobDeps, type CobReads, shownPixKey } from './cob-deps.ts';
import { cobStatusOf, currentFields, type ShownCob } from './cob-view.ts';
import { type CobOfCaller, cancelOpen, findNamed, untilUnchanged } from './named-charges.ts';
import { type CobChange, type CobFields, revisedFields } from './read-cob.ts';

const NOT_ACTIVE = 'A cobrança não está mais ativa ou expirou, e não pode ser alterada.';

/** Creates a charge under a txid that is new. Refuses what `createCharge` refuses. */
export async function createCob(
  deps: CobDeps,
  { caller, txid }: CobOfCaller,
  { locationId: chosen, ...sent }: CobFields,
): Promise<ShownCob> {
  const fields = await withOwnKey(deps, caller, sent);
  const { amount, expiresInSeconds, payer, terms } = fields;
  const place = await placeOf(deps, { caller, txid, family: 'Cob' }, chosen);
  const { body } = await deps.operations.createCharge({
    caller,
    amount,
    expiresInSeconds,
    payer,
    idempotency: undefined,
    externalId: txid,
    webhookUrl: null,
    utm: null,
    description: terms.solicitacaoPagador ?? null,
    split: caller.defaultSplit ?? null,
    standard: { txid, terms, ...place },
  });
  const { qrcode, created_at, expires_at }: Created = JSON.parse(body);
  const createdAt = Date.parse(created_at);
  return {
    ...fields,
    txid,
    qrcode,
    createdAt,
    revision: 0,
    status: 'ATIVA',
    named: { locationId: place.locationId, hasLocation: true },
    expiresInSeconds: (Date.parse(expires_at) - createdAt) / SECOND_MS,
  };
}

interface Created {
  readonly qrcode: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/**
 * PUT: creates the charge, or gives the one that exists the fields of the request. With the same
 * content it returns the charge as it is, also one that has ended.
 * @throws {StandardProblem} CobOperacaoInvalida
 */
export async function putCob(
  deps: CobDeps,
  which: CobOfCaller,
  fields: CobFields,
): Promise<ShownCob> {
  // A charge of another door has no row of its txid that a new charge could conflict with.
  const isIdOfCharge = idFromTxid(which.txid) !== undefined;
  const existing = isIdOfCharge ? await findOwn(deps, which) : undefined;
  if (existing) return replaceCob(deps, which, { existing, fields });
  try {
    return await createCob(deps, which, fields);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'txid_taken')) throw error;
  }
  const taken = await findOwn(deps, which);
  if (!taken) {
    await refuseUncreated(deps.database, { scope: which.caller, txid: which.txid, family: 'Cob' });
    // The bank has refused the charge meanwhile, and its txid is free again.
    throw unavailable('A cobrança mudou: repita a requisição.', 1);
  }
  return replaceCob(deps, which, { existing: taken, fields });
}

/**
 * Finds the charge of a txid that a PUT names, in one read: an equal request may make it meanwhile.
 * @throws {StandardProblem} CobOperacaoInvalida for a charge with a due date
 */
async function findOwn(
  { database }: CobDeps,
  which: CobOfCaller,
): Promise<NamedCharge | undefined> {
  const found = await findNamed(database, which, { waits: true });
  if (found?.charge.due) throw takenByDue(which.txid);
  return found;
}

function takenByDue(txid: string): Error {
  const razao = 'O txid já é de uma cobrança com vencimento desta conta.';
  const violation = { razao, propriedade: 'txid', valor: txid };
  return invalidOperation('Cob', 'O txid já está em uso.', [violation]);
}

async function replaceCob(
  deps: CobDeps,
  { caller }: CobOfCaller,
  { existing, fields: { locationId, ...sent } }: { existing: NamedCharge; fields: CobFields },
): Promise<ShownCob> {
  const before = currentFields(existing, shownPixKey(deps, caller));
  const fields = await withOwnKey(deps, caller, sent);
  return change(deps, caller, { existing, before, fields, locationId });
}

/**
 * Gives a charge the fields and the location of a request. These are two steps, each of which a
 * repeat finds done; what the location has against it is told before the first one.
 */
async function change(
  deps: CobDeps,
  caller: Caller,
  { existing, before, fields, locationId, basedOn }: ChangeOfCob,
): Promise<ShownCob> {
  const { locations } = deps.operations;
  const which = { caller, txid: existing.txid };
  const place = { caller, named: existing, family: 'Cob' } as const;
  const location = await newLocation(locations, place, locationId);
  if (location && cobStatusOf(existing.charge.status) !== 'ATIVA') {
    throw invalidOperation('Cob', NOT_ACTIVE);
  }
  const revised = isSame(before, fields)
    ? existing
    : await revise(deps, caller, { existing, fields, basedOn });
  if (location === undefined) return shownOf(revised, fields);
  const placed = await placeCharge(locations, { ...place, named: revised }, location, fields.terms);
  // Another request may have changed the fields between the two steps.
  return location === null ? shownNow(deps, which) : shownAs(deps, caller, placed);
}

interface ChangeOfCob {
  readonly existing: NamedCharge;
  readonly before: StandardFields;
  readonly fields: StandardFields;
  readonly locationId: number | null | undefined;
  /** The revision whose other fields a PATCH keeps. */
  readonly basedOn?: number | undefined;
}

/**
 * PATCH: changes what the request names, and keeps what another one has changed meanwhile.
 * @throws {StandardProblem} CobNaoEncontrado, CobOperacaoInvalida
 */
export async function patchCob(
  deps: CobDeps,
  which: CobOfCaller,
  changes: CobChange,
): Promise<ShownCob> {
  return untilUnchanged(() => patchNow(deps, which, changes));
}

async function patchNow(deps: CobDeps, which: CobOfCaller, changes: CobChange): Promise<ShownCob> {
  const existing = await findCob(deps, which);
  if (!existing) throw notFound('Cob');
  const before = currentFields(existing, shownPixKey(deps, which.caller));
  const fields = await withOwnKey(deps, which.caller, revisedFields(before, changes));
  // The standard refuses a change of a charge that has ended, even one that changes nothing.
  if (cobStatusOf(existing.charge.status) !== 'ATIVA') throw invalidOperation('Cob', NOT_ACTIVE);
  const { locationId } = changes;
  // The bank keeps the debtor of a live charge: it takes another one, and doesn't forget one.
  if (changes.payer === null && which.caller.environment === 'live') throw debtorStays();
  const basedOn = existing.named?.revision ?? 0;
  return change(deps, which.caller, { existing, before, fields, locationId, basedOn });
}

/**
 * PATCH with a status: removes the charge, also an expired one. A repeat is refused, as the
 * standard says.
 * @throws {StandardProblem} CobNaoEncontrado, CobOperacaoInvalida
 */
export async function removeCob(deps: CobDeps, which: CobOfCaller): Promise<ShownCob> {
  const existing = await findCob(deps, which);
  if (!existing) throw notFound('Cob');
  const { charge } = existing;
  if (cobStatusOf(charge.status) !== 'ATIVA') throw invalidOperation('Cob', NOT_ACTIVE);
  await cancelOpen(deps.operations, charge);
  return shownNow(deps, which);
}

/** Reads a charge after a request has changed it. */
async function shownNow(deps: CobDeps, which: CobOfCaller): Promise<ShownCob> {
  const named = await findCob(deps, which);
  if (!named) throw unavailable('A cobrança mudou: repita a requisição.', 1);
  return shownAs(deps, which.caller, named);
}

/** Shows a charge with the fields that it has. */
function shownAs(deps: CobDeps, caller: Caller, named: NamedCharge): ShownCob {
  return shownOf(named, currentFields(named, shownPixKey(deps, caller)));
}

/**
 * Finds a charge by its txid.
 * @throws {StandardProblem} ServicoIndisponivel while the bank registers it
 */
export async function findCob(
  { database }: CobReads,
  which: CobOfCaller,
): Promise<NamedCharge | undefined> {
  const found = await findNamed(database, which);
  // A charge with a due date is read by the operations of its own family.
  return found?.charge.due ? undefined : found;
}

async function revise(
  deps: CobDeps,
  caller: Caller,
  { existing, fields, basedOn }: Pick<ChangeOfCob, 'existing' | 'fields' | 'basedOn'>,
): Promise<NamedCharge> {
  const { merchantId, environment, id } = existing.charge;
  return deps.operations.reviseCharge({ merchantId, environment, id, caller, fields, basedOn });
}

function debtorStays(): Error {
  const razao = 'Com chave de produção o devedor pode ser trocado, e não retirado.';
  return invalidOperation('Cob', razao, [{ razao, propriedade: 'cob.devedor' }]);
}

/** Fields with their Pix key as the merchant's account has it. */
async function withOwnKey<Sent extends StandardFields>(
  deps: CobDeps,
  caller: Caller,
  fields: Sent,
): Promise<Sent> {
  const chave = await ownKeyOf(deps, caller, fields.terms.chave);
  return { ...fields, terms: { ...fields.terms, chave } };
}

function shownOf({ charge, txid, named }: NamedCharge, fields: StandardFields): ShownCob {
  const { qrcode, createdAt } = charge;
  const status = cobStatusOf(charge.status);
  return { ...fields, txid, revision: named?.revision ?? 0, status, qrcode, createdAt, named };
}

function isSame(before: StandardFields, after: StandardFields): boolean {
  return textOf(before) === textOf(after);
}

function textOf({ amount, expiresInSeconds, payer, terms }: StandardFields): string {
  const { chave, solicitacaoPagador, infoAdicionais = [] } = terms;
  const extras = infoAdicionais.map(({ nome, valor }) => [nome, valor]);
  return JSON.stringify([
    amount.toString(),
    expiresInSeconds,
    payer.name,
    payer.document,
    chave,
    solicitacaoPagador ?? null,
    extras,
  ]);
}
