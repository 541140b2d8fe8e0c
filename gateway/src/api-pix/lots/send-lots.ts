import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type LotKey, type LotLine, stateOfLine } from '#src/charges/batches/lots/lot.ts';
import { findLot, readLines } from '#src/charges/batches/lots/read-lots.ts';
import { isoTime } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { notFound } from '../problems/standard-problem.ts';
import { problemOfLine } from './line-problem.ts';

/**
 * Sends a lot with all its charges (`LoteCobVConsultado`).
 * @throws {StandardProblem} LoteCobVNaoEncontrado
 */
export function sendLot(
  reply: FastifyReply,
  database: Database,
  key: LotKey,
): Promise<FastifyReply> {
  return sendParts(reply, textOfLot(database, key));
}

/** Sends a page of lots, each with all its charges, which are read while the client takes them. */
export function sendLots(
  reply: FastifyReply,
  database: Database,
  { lots, parametros }: { readonly lots: readonly LotKey[]; readonly parametros: object },
): Promise<FastifyReply> {
  async function* parts(): AsyncGenerator<string> {
    yield `{"parametros":${JSON.stringify(parametros)},"lotes":[`;
    for (const [index, lot] of lots.entries()) {
      if (index > 0) yield ',';
      yield* textOfLot(database, lot);
    }
    yield ']}';
  }
  return sendParts(reply, parts());
}

/** The first part is read before the answer begins, so that a failure gets its own answer. */
async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await parts.next();
  async function* all(): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* parts;
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(Readable.from(all(), { objectMode: false }));
}

async function* textOfLot(database: Database, key: LotKey): AsyncGenerator<string> {
  yield* await database.snapshot((tx) => partsOfLot(tx, key));
}

/** A lot with its charges, at most 10,000: a request may change both while they are read. */
async function partsOfLot(database: Queryable, key: LotKey): Promise<string[]> {
  const lot = await findLot(database, key);
  if (!lot) throw notFound('LoteCobV');
  const { number: id, description: descricao, createdAt } = lot;
  const head = JSON.stringify({ id, descricao, criacao: isoTime(createdAt) });
  const parts: string[] = [];
  let separator = `${head.slice(0, -1)},"cobsv":[`;
  for await (const lines of readLines(database, lot)) {
    parts.push(separator + lines.map((line) => JSON.stringify(lineView(line))).join(','));
    separator = ',';
  }
  return [...parts, ']}'];
}

/** A charge of a lot as the standard shows it. */
function lineView(line: LotLine) {
  const { txid, creation, chargeId, refusal, problem } = line;
  const status = stateOfLine(line);
  const problema = refusal && creation === 'refused' ? problemOfLine(refusal) : problem;
  const isCreated = creation === 'created' && chargeId !== null;
  return {
    txid,
    status,
    ...(isCreated && { criacao: isoTime(instantOfId(chargeId)) }),
    ...(status === 'NEGADA' && { problema }),
  };
}
