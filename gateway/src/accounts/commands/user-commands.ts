import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { answer } from '#src/ground/commands/session.ts';
import { endSessionsOfEmail } from '../auth/end-sessions.ts';
import { resetSecondFactor } from '../auth/reset-second-factor.ts';

/** `user end-sessions` and `user reset-second-factor`. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('pessoas com acesso ao painel');
  user
    .command('end-sessions <e-mail>')
    .description('encerra todas as sessões de um lojista ou operador')
    .action((email: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        const sessions = await endSessionsOfEmail(appContext, email, commandActor);
        return { json: { email, sessions }, text: `${sessions} sessões de ${email} encerradas` };
      }),
    );
  user
    .command('reset-second-factor <e-mail>')
    .description('desativa a verificação em duas etapas de quem perdeu o celular e os códigos')
    .action((email: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        await resetSecondFactor(appContext, email, commandActor);
        const text = `verificação em duas etapas de ${email} desativada; sessões encerradas`;
        return { json: { email, has_second_factor: false }, text };
      }),
    );
}
