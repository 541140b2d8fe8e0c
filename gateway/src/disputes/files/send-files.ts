import type { Outcome } from '#src/bank/outcome.ts';
import type { DefenseFiles, DefenseToSend, SendFilesDeps } from '../defense-files.ts';
import { deleteFilesOf, markSent, selectFiles } from './dispute-file-store.ts';
import { openFile } from './manage-files.ts';
import { withFileNames } from './with-file-names.ts';

/** The files of defences, for the core of disputes. */
export const filesOfDefenses: DefenseFiles = {
  send: sendWithFiles,
  withNames: async (database, dispute, text) => {
    const names = (await selectFiles(database, dispute)).map(({ name }) => name);
    return { text: withFileNames(text, names), hasFiles: names.length > 0 };
  },
  erase: deleteFilesOf,
};

/**
 * Sends a defence with its files. A bank that takes files gets each of them before the text; a file
 * that it has taken is not sent again. Another bank gets their names at the end of the text.
 */
async function sendWithFiles(
  deps: SendFilesDeps,
  { merchantId, environment, disputeId, bankDisputeId, text }: DefenseToSend,
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
