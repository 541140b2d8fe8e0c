import { SIMULATED_ISPB } from '#src/bank/choose-bank.ts';
import type { Database } from '#src/ground/database/database.ts';
import { recurrenceLocationOfCode } from '#src/ground/pix/location-of-code.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { findAtLocation } from '#src/subscriptions/recurrences/recurrence-locations.ts';
import { endedRecurrencePayload, noRecurrencePayload } from '../problems/standard-problem.ts';
import { type RecReceiver, recPayload } from './rec-view.ts';
import { isEnded } from './write-rec.ts';

export interface RecPayloadDeps {
  readonly database: Database;
  readonly receiverOf: (merchantId: string) => Promise<RecReceiver>;
}

/**
 * The answer of the location of a recurrence of the test environment (`RecPayload`).
 * @throws {StandardProblem} RecPayloadNaoEncontrado, RecPayloadOperacaoInvalida
 */
export async function readRecPayload(deps: RecPayloadDeps, token: string): Promise<object> {
  const id = idFromTxid(token);
  const subscription = id === undefined ? undefined : await findAtLocation(deps.database, id);
  // A bank shows the payloads of live recurrences itself.
  if (subscription?.environment !== 'test') throw noRecurrencePayload();
  // A recurrence has left a location when its code names another one.
  const location = recurrenceLocationOfCode(subscription.code ?? '');
  if (!location?.endsWith(`/${token}`)) throw noRecurrencePayload();
  if (isEnded(subscription)) throw endedRecurrencePayload();
  const receiver = await deps.receiverOf(subscription.merchantId);
  return recPayload({ subscription, receiver, ispb: SIMULATED_ISPB });
}
