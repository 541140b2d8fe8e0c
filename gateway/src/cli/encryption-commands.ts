import type { Command } from 'commander';
import { commandActor } from '#src/access/actor.ts';
import { keyFileOf } from '#src/app/bootstrap.ts';
import type { AppContext } from '#src/app/context.ts';
import { addKeyToFile, forgetOldKeysOfFile } from '#src/platform/encryption/key-file.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { recordChange } from '../audit/record-change.ts';
import { countOldSeals, resealValues } from '../encryption/reseal-values.ts';
import { answer } from './operator-session.ts';

/** `encryption rotate|forget`. */
export function addEncryptionCommands(program: Command): void {
  const encryption = program.command('encryption').description('a chave que sela os segredos');
  encryption
    .command('rotate')
    .description('sela tudo com uma chave nova; interrompido, continua de onde parou')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        const isOwnFile = appContext.config.encryptionKey === undefined;
        // Two keys in the file: a rotation that was begun goes on.
        if (isOwnFile && keyCount(appContext) === 1) addKeyToFile(keyFileOf(appContext.config));
        const resealed = await resealValues(appContext);
        const remaining = await countOldSeals(appContext);
        await note(appContext, 'encryption.rotated', { resealed, remaining });
        const next = isOwnFile
          ? 'Guarde uma cópia do arquivo da chave; depois apague a antiga com: encryption forget'
          : 'ENCRYPTION_KEY_PREVIOUS pode sair da configuração quando nada mais restar';
        const text = `${resealed} valores selados de novo, ${remaining} restam.\n${next}`;
        return { json: { resealed, remaining }, text, exitCode: remaining === 0 ? 0 : 1 };
      }),
    );
  encryption
    .command('forget')
    .description('apaga do arquivo da chave as que não selam mais nada')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        if (appContext.config.encryptionKey !== undefined) throw new Refusal('key_not_in_file');
        if ((await countOldSeals(appContext)) > 0) throw new Refusal('key_in_use');
        const forgotten = keyCount(appContext) - 1;
        forgetOldKeysOfFile(keyFileOf(appContext.config));
        await note(appContext, 'encryption.forgotten', { forgotten });
        return { json: { forgotten }, text: `${forgotten} chaves antigas apagadas` };
      }),
    );
}

function keyCount({ secretBox }: AppContext): number {
  return secretBox.derive('count').length;
}

function note(
  { database, clock }: AppContext,
  action: string,
  details: Readonly<Record<string, number>>,
): Promise<void> {
  const change = { action, merchantId: null, subject: 'encryption', details };
  return database.transaction(async (tx) => recordChange(tx, commandActor, change, clock.now()));
}
