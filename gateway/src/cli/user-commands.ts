import type { Command } from 'commander';
import { commandActor } from '#src/access/actor.ts';
import { endSessionsOfEmail } from '#src/auth/end-sessions.ts';
import { answer } from './operator-session.ts';

/** `user end-sessions`. */
export function addUserCommands(program: Command): void {
  program
    .command('user')
    .description('pessoas com acesso ao painel')
    .command('end-sessions <e-mail>')
    .description('encerra todas as sessões de um lojista ou operador')
    .action((email: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        const sessions = await endSessionsOfEmail(appContext, email, commandActor);
        return { json: { email, sessions }, text: `${sessions} sessões de ${email} encerradas` };
      }),
    );
}
