import { shareOfDatabase } from '#src/ground/database/database-share.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { MakeAttachedFiles } from '#src/ground/mail/attached-files.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { pollersOf } from '#src/ground/work/pollers.ts';
import type { RunningWork } from '#src/ground/work/start-in-buckets.ts';
import { makeClosingFiles } from './attach-closings.ts';
import { DUE_CLOSINGS } from './due-closing-store.ts';
import { writeClosingMails } from './write-closing-mails.ts';

/** The most bytes of the files of a mail; most mail servers take more. */
const MAILED_BYTES_MAX = 10_000_000;

/** Makes the files of mails with closings; their reads use one connection. */
export function closingFilesOf({ config, database, clock }: GatewayContext): MakeAttachedFiles {
  const deps = {
    clock,
    database: shareOfDatabase(database, 1),
    productName: config.brand.name,
    readPaperBrand: openPaperBrand(config.brand),
    bytesMax: MAILED_BYTES_MAX,
  };
  return (name) => makeClosingFiles(deps, name);
}

/** Starts to write mails with closings. */
export function startClosingMails(context: GatewayContext): RunningWork[] {
  const { database, secretBox } = context;
  const readKey = () => readReceiptKey(database, secretBox);
  return [
    pollersOf(context).whenDue(DUE_CLOSINGS, (bucket) =>
      writeClosingMails({ ...context, ...bucket, readKey }),
    ),
  ];
}
