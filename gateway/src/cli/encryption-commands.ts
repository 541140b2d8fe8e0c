import type { Command } from 'commander';
import { commandActor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Foundation } from '../composition.ts';
import { countOldSeals, resealValues } from '../encryption/reseal-values.ts';
import { keyFileOf } from '../foundation.ts';
import { addKeyToFile, forgetOldKeysOfFile } from '../platform/key-file.ts';
import { Refusal } from '../platform/problems.ts';
import { answer } from './operator-session.ts';

/** `encryption rotate|forget`. */
export function addEncryptionCommands(program: Command): void {
  const encryption = program.command('encryption').description('a chave que sela os segredos');
  encryption
    .command('rotate')
    .description('sela tudo com uma chave nova; interrompido, continua de onde parou')
    .action((_options: object, command: Command) =>
      answer(command, async (foundation) => {
        const isOwnFile = foundation.config.encryptionKey === undefined;
        // Two keys in the file: a rotation that was begun goes on.
        if (isOwnFile && keyCount(foundation) === 1) addKeyToFile(keyFileOf(foundation.config));
        const resealed = await resealValues(foundation);
        const remaining = await countOldSeals(foundation);
        await note(foundation, 'encryption.rotated', { resealed, remaining });
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
      answer(command, async (foundation) => {
        if (foundation.config.encryptionKey !== undefined) throw new Refusal('key_not_in_file');
        if ((await countOldSeals(foundation)) > 0) throw new Refusal('key_in_use');
        const forgotten = keyCount(foundation) - 1;
        forgetOldKeysOfFile(keyFileOf(foundation.config));
        await note(foundation, 'encryption.forgotten', { forgotten });
        return { json: { forgotten }, text: `${forgotten} chaves antigas apagadas` };
      }),
    );
}

function keyCount({ secretBox }: Foundation): number {
  return secretBox.derive('count').length;
}

function note(
  { database, clock }: Foundation,
  action: string,
  details: Readonly<Record<string, number>>,
): Promise<void> {
  const change = { action, merchantId: null, subject: 'encryption', details };
  return database.transaction(async (tx) => recordChange(tx, commandActor, change, clock.now()));
}
