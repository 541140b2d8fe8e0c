import type { DisputeBank } from '#src/bank/dispute-bank.ts';
import type { Outcome } from '#src/bank/outcome.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { DueDefense } from '../send-defenses.ts';
import { markSent, selectFiles } from './dispute-file-store.ts';
import { openFile } from './manage-files.ts';
import { withFileNames } from './with-file-names.ts';

export interface SendFilesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly disputes: DisputeBank;
}

/**
 * Sends a defence with its files. A bank that takes files gets each of them before the text; a file
 * that it has taken is not sent again. Another bank gets their names at the end of the text.
 */
export async function sendWithFiles(
  deps: SendFilesDeps,
  { merchantId, environment, disputeId, bankDisputeId, text }: DueDefense,
): Promise<Outcome<void>> {
  const { database, disputes } = deps;
  const files = await selectFiles(database, { merchantId, environment, id: disputeId });
  if (!disputes.sendFile) {
    const names = files.map(({ name }) => name);
    return disputes.sendDefense({ disputeId: bankDisputeId, text: withFileNames(text, names) });
  }
  for (const file of files.filter(({ sentAt }) => sentAt === null)) {
    const { content } = await openFile(deps, file);
    const { id, name, contentType } = file;
    const order = { disputeId: bankDisputeId, id, name, contentType, content };
    const sent = await disputes.sendFile(order);
    if (sent.kind !== 'done') return sent;
    await markSent(database, { ...file, sentAt: deps.clock.now() });
  }
  return disputes.sendDefense({ disputeId: bankDisputeId, text });
}
