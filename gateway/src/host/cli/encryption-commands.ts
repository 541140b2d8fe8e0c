import type { Command } from 'commander';
import { countOldSeals, resealValues } from '#src/accounts/encryption/reseal-values.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { answer } from '#src/ground/commands/session.ts';
import { addKeyToFile, forgetOldKeysOfFile } from '#src/ground/encryption/key-file.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { keyFileOf } from '../encryption-keys.ts';

/** `encryption rotate|forget`. */
export function addEncryptionCommands(program: Command): void {
  const encryption = program.command('encryption').description('chave que cifra os segredos');
  encryption
    .command('rotate')
    .description('cifra tudo com uma nova chave; se for interrompido, continua de onde parou')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        const isOwnFile = appContext.config.encryptionKey === undefined;
        // Two keys in the file: an earlier rotation was interrupted and continues with its key.
        if (isOwnFile && keyCount(appContext) === 1) addKeyToFile(keyFileOf(appContext.config));
        const resealed = await resealValues(appContext);
        const remaining = await countOldSeals(appContext);
        await recordRotation(appContext, 'encryption.rotated', { resealed, remaining });
        const next = isOwnFile
          ? 'Faça uma cópia do arquivo da chave; depois apague a antiga com: encryption forget'
          : 'Quando nada mais restar, retire ENCRYPTION_KEY_PREVIOUS da configuração';
        const text = `${resealed} valores cifrados de novo, ${remaining} restantes.\n${next}`;
        return { json: { resealed, remaining }, text, exitCode: remaining === 0 ? 0 : 1 };
      }),
    );
  encryption
    .command('forget')
    .description('apaga do arquivo as chaves que não são mais usadas')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        if (appContext.config.encryptionKey !== undefined) throw new Refusal('key_not_in_file');
        if ((await countOldSeals(appContext)) > 0) throw new Refusal('key_in_use');
        const forgotten = keyCount(appContext) - 1;
        forgetOldKeysOfFile(keyFileOf(appContext.config));
        await recordRotation(appContext, 'encryption.forgotten', { forgotten });
        return { json: { forgotten }, text: `${forgotten} chaves antigas apagadas` };
      }),
    );
}

function keyCount({ secretBox }: GatewayContext): number {
  return secretBox.derive('count').length;
}

function recordRotation(
  { database, clock }: GatewayContext,
  action: AuditAction,
  details: Readonly<Record<string, number>>,
): Promise<void> {
  const change = { action, merchantId: null, subject: 'encryption', details };
  return database.transaction(async (tx) => recordChange(tx, commandActor, change, clock.now()));
}
