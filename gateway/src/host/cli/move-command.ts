import type { Command } from 'commander';
import { moveMerchant } from '#src/accounts/merchants/move-merchant.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { isBucketId } from '#src/ground/database/buckets.ts';
import { answer } from './operator-session.ts';
import { asOwner } from './owner-session.ts';
import { UsageError } from './usage-error.ts';

/** `merchant move`. */
export function addMoveMerchantCommand(merchant: Command): void {
  merchant
    .command('move <username> <bucket>')
    .description('move o lojista para outro bucket; as suas alterações recebem 503 enquanto isso')
    .action((username: string, bucket: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        if (!isBucketId(bucket)) throw new UsageError(`não há bucket ${bucket}`);
        const { database, clock } = appContext;
        const moved = await asOwner(appContext, (owner) =>
          moveMerchant({ database, owner, clock }, { username, to: bucket }, commandActor),
        );
        if (moved === 'unknown bucket') throw new UsageError(`não há bucket ${bucket}`);
        const rows = typeof moved === 'string' ? {} : moved;
        return { json: { username, bucket, rows }, text: `${username} está no bucket ${bucket}` };
      }),
    );
}
