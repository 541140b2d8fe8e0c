import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { refuseBouncedAddress } from './address-stops.ts';

/** `mails bounce`: a mail to a payer that came back later. */
export function addMailCommands(program: Command): Command {
  const mails = program.command('mails').description('e-mails aos pagadores');
  mails
    .command('bounce <e-mail>')
    .description('marca um endereço de pagador como recusado, quando um e-mail voltou')
    .action((email: string, _options: unknown, command: Command) =>
      answer(command, async ({ database, clock, secretBox }) => {
        const deps = { database, clock, readKey: () => readReceiptKey(database, secretBox) };
        const merchants = await refuseBouncedAddress(deps, email, commandActor);
        if (merchants === 0) {
          throw new UsageError('Nenhum lojista enviou e-mail a este endereço: confira o endereço');
        }
        return { json: { merchants }, text: lines({ lojistas: merchants }) };
      }),
    );
  return mails;
}
