import {
  type Lot,
  type LotChange,
  type LotLine,
  type ResentLine,
  stateOfLine,
} from '#src/charges/batches/lots/lot.ts';
import { findLot, findLotByNumber, readAllLines } from '#src/charges/batches/lots/read-lots.ts';
import { createLot, resendLot } from '#src/charges/batches/lots/store-lot.ts';
import { findTakenTxids } from '#src/charges/batches/lots/taken-txids.ts';
import { type Caller, refuseSandbox } from '#src/ground/access/merchant.ts';
import { digestRequest, isSameRequest } from '#src/ground/idempotency/request-digest.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { isRemoval } from '../cobs/request-of-charge.ts';
import { readCobv, readCobvRevision } from '../cobvs/read-cobv.ts';
import { receiverOfCaller } from '../cobvs/write-cobv.ts';
import { foreignKey, sameKey } from '../pix-keys/own-key-of.ts';
import { ownPixKeys } from '../pix-keys/own-pix-keys.ts';
import { notFound, StandardProblem, unavailable } from '../problems/standard-problem.ts';
import { checkItems, type LotDeps } from './check-items.ts';
import { storedProblem } from './line-problem.ts';
import {
  invalidLot,
  type LotBody,
  lineViolation,
  newLotNumber,
  numberInUse,
  numberOfName,
  readLot,
  readLotRevision,
} from './read-lot.ts';

/** How often a request that another one has overtaken begins again. */
const TRIES_MAX = 5;
const BUSY_RETRY_SECONDS = 10;

/** A lot of a caller by the id in the path. */
export interface LotOfCaller {
  readonly caller: Caller;
  readonly name: string;
}

/**
 * PUT: makes a lot, or sends the charges of one again. What can be known of each charge is checked
 * now; the worker makes and changes them. The same request while the lot is in work changes
 * nothing.
 * @throws {StandardProblem} LoteCobVOperacaoInvalida; ServicoIndisponivel for other changes of a
 * lot that is in work
 */
export async function putLot(deps: LotDeps, which: LotOfCaller, body: unknown): Promise<void> {
  const { caller } = which;
  refuseSandbox(caller);
  const lot = readLot(body);
  const digest = digestRequest('PUT lotecobv', body, []);
  await untilAccepted(async () => {
    const existing = await findLot(deps.database, { ...caller, name: which.name });
    return existing
      ? resend(deps, caller, { lot: existing, body: lot, method: 'PUT', digest })
      : create(deps, which, { lot, digest });
  });
}

/**
 * PATCH: changes some of the charges of a lot.
 * @throws {StandardProblem} LoteCobVNaoEncontrado, and what `putLot` throws
 */
export async function patchLot(deps: LotDeps, which: LotOfCaller, body: unknown): Promise<void> {
  const { caller, name } = which;
  refuseSandbox(caller);
  const revision = readLotRevision(body);
  const digest = digestRequest('PATCH lotecobv', body, []);
  await untilAccepted(async () => {
    const lot = await findLot(deps.database, { ...caller, name });
    if (!lot) throw notFound('LoteCobV');
    return resend(deps, caller, { lot, body: revision, method: 'PATCH', digest });
  });
}

async function untilAccepted(attempt: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) if (await attempt()) return;
  throw unavailable('O lote está sendo alterado por outra requisição: repita.', 1);
}

async function create(
  deps: LotDeps,
  { caller, name }: LotOfCaller,
  { lot, digest }: { readonly lot: ReturnType<typeof readLot>; readonly digest: Buffer },
): Promise<boolean> {
  await receiverOfCaller(deps, caller, 'LoteCobV');
  const { merchantId, environment } = caller;
  const number = newLotNumber(name);
  const { description, items } = lot;
  const txids = items.map(({ txid }) => txid);
  const taken = await findTakenTxids(deps.database, caller, txids);
  const [own, numbered] = await Promise.all([
    findLot(deps.database, { merchantId, environment, name }),
    findLotByNumber(deps.database, { merchantId, environment, number }),
  ]);
  // An equal request has made the lot meanwhile, with its charges.
  if (own) return false;
  if (numbered && numberOfName(name) !== undefined) throw numberInUse(numbered);
  if (taken.size > 0) {
    const razao = 'Este txid já é de outra cobrança ou de outro lote desta conta.';
    throw invalidLot(
      txids.flatMap((txid, line) => (taken.has(txid) ? [lineViolation(line, razao, txid)] : [])),
    );
  }
  const inLines = items.map((item, line) => ({ ...item, line }));
  const lines = await checkItems(deps, caller, inLines);
  return createLot(deps.database, {
    merchantId,
    environment,
    name,
    number,
    caller,
    description,
    requestDigest: digest,
    lines,
    txids,
    now: deps.clock.now(),
    linesPerDay: deps.operations.linesPerDay,
  });
}

interface Resent {
  readonly lot: Lot;
  readonly body: LotBody;
  readonly method: LotChange['method'];
  readonly digest: Buffer;
}

async function resend(deps: LotDeps, caller: Caller, resent: Resent): Promise<boolean> {
  const { lot, body, digest } = resent;
  const lines = await readAllLines(deps.database, lot);
  if (lines.some((line) => stateOfLine(line) === 'EM_PROCESSAMENTO')) {
    if (isSameRequest(digest, lot.requestDigest)) return true;
    const detail = 'O lote ainda está em processamento: repita a requisição quando terminar.';
    throw unavailable(detail, BUSY_RETRY_SECONDS);
  }
  refuseOtherCharges(lines, resent);
  await receiverOfCaller(deps, caller, 'LoteCobV');
  const byTxid = new Map(lines.map((line) => [line.txid, line]));
  const items = body.items.flatMap((item) => {
    const line = byTxid.get(item.txid);
    return line ? [{ ...item, line: line.line, exists: line.creation === 'created' }] : [];
  });
  const missing = items.filter(({ exists }) => !exists);
  const keys = await ownPixKeys(deps, deps.database, caller);
  return resendLot(deps.database, {
    caller,
    lot,
    description: body.description ?? lot.description,
    requestDigest: digest,
    recreated: missing.length === 0 ? [] : await checkItems(deps, caller, missing),
    changed: items
      .filter(({ exists }) => exists)
      .map((item) => changeOf(item, { caller, keys, method: resent.method })),
    linesPerDay: deps.operations.linesPerDay,
    now: deps.clock.now(),
  });
}

/** A PUT names exactly the charges of the lot, a PATCH some of them. */
function refuseOtherCharges(lines: readonly LotLine[], { body, method }: Resent): void {
  const known = new Set(lines.map(({ txid }) => txid));
  const unknown = body.items.flatMap(({ txid }, line) => {
    const razao = 'Este txid não está no lote, e um lote não recebe outras cobranças.';
    return known.has(txid) ? [] : [lineViolation(line, razao, txid)];
  });
  const sent = new Set(body.items.map(({ txid }) => txid));
  const missing = method === 'PATCH' ? [] : lines.filter(({ txid }) => !sent.has(txid));
  const left = missing.map(({ txid }) => ({
    razao: 'Falta uma cobrança do lote: envie as mesmas da primeira requisição.',
    propriedade: 'loteCobV.cobsV',
    valor: txid,
  }));
  if (unknown.length + left.length > 0) throw invalidLot([...unknown, ...left]);
}

interface ChangeRules {
  readonly caller: Caller;
  readonly keys: readonly string[];
  readonly method: LotChange['method'];
}

/** The change of a charge that exists; one with a fault is refused at once. */
function changeOf(
  { line, body }: { readonly line: number; readonly body: Readonly<Record<string, unknown>> },
  { caller, keys, method }: ChangeRules,
): ResentLine {
  try {
    const isRemoved = method === 'PATCH' && isRemoval(withoutTxid(body), 'CobV');
    const read = method === 'PUT' ? readCobv : readCobvRevision;
    const { chave } = isRemoved ? {} : read(body, caller.environment);
    if (chave !== undefined && sameKey(keys, chave) === undefined) throw foreignKey(chave, 'CobV');
  } catch (error) {
    if (!(error instanceof StandardProblem)) throw error;
    return { line, problem: storedProblem(error.body) };
  }
  const change = { method, body: withoutTxid(body) };
  return { line, change, payerDocument: documentOf(body) };
}

function withoutTxid({ txid: _, ...body }: Readonly<Record<string, unknown>>) {
  return body;
}

/** The document of the payer that a change names, for the erasure of the payer. */
function documentOf({ devedor }: Readonly<Record<string, unknown>>): string | null {
  const { cpf, cnpj } = Object(devedor);
  return parseTaxId(String(cpf || cnpj), { checkDigits: false })?.digits ?? null;
}
