import { problem } from '#src/ground/errors/problem.ts';
import type { RoomCodes } from '#src/ground/room-codes.ts';
import type { Room } from '#src/room.ts';

const problems = {
  view_is_read_only: problem(403, 'never', {
    pt: 'Você vê a conta do lojista sem poder alterar nada.',
    en: 'You see the merchant’s account and can change nothing in it.',
    cause: 'Um operador que vê a conta de um lojista não altera nada nela.',
    remedy: 'Faça a alteração na página do lojista, no painel do operador.',
  }),
  view_ended: problem(403, 'never', {
    pt: 'Você já não vê esta conta: abra-a de novo na página do lojista.',
    en: 'You no longer see this account: open it again on the merchant’s page.',
    cause: 'A visita de 30 minutos terminou, ou outra aba abriu a conta de outro lojista.',
    remedy: 'Abra a conta de novo na página do lojista.',
  }),
  key_in_use: problem(409, 'never', {
    pt: 'A chave antiga ainda criptografa valores: execute antes encryption rotate.',
    en: 'The old key still encrypts values: run encryption rotate first.',
    cause: 'Valores ainda estão criptografados com a chave antiga.',
    remedy: 'Execute `encryption rotate` até o fim antes de remover a chave.',
  }),
  key_not_in_file: problem(409, 'never', {
    pt: 'A chave vem de ENCRYPTION_KEY: remova a antiga de ENCRYPTION_KEY_PREVIOUS.',
    en: 'The key comes from ENCRYPTION_KEY: remove the old one from ENCRYPTION_KEY_PREVIOUS.',
    cause: 'A chave vem do ambiente, não do arquivo.',
    remedy: 'Remova a antiga de `ENCRYPTION_KEY_PREVIOUS`.',
  }),
  cluster_required: problem(409, 'never', {
    pt: 'O banco não é um cluster Citus: todos os buckets estão no mesmo PostgreSQL.',
    en: 'The database is not a Citus cluster: all buckets are in the same PostgreSQL.',
    cause: 'Sem um cluster Citus todos os buckets estão no mesmo servidor.',
    remedy: 'Só mova buckets em um cluster.',
  }),
};

const codes = {
  problems,
  auditActions: ['encryption.forgotten', 'encryption.rotated'],
  workKinds: {},
} as const satisfies RoomCodes;

/** The commands of the installation. */
export const hostRoom: Room<typeof codes> = {
  name: 'host',
  codes,
  commands: [
    [
      'ledger sandbox migrate',
      async () => (await import('./cli/ledger-commands.ts')).addLedgerCommands,
    ],
    [
      'encryption',
      async () => (await import('./cli/encryption-commands.ts')).addEncryptionCommands,
    ],
    ['backup', async () => (await import('./cli/backup-commands.ts')).addBackupCommands],
    [
      'restore restoration',
      async () => (await import('./cli/restore-commands.ts')).addRestoreCommands,
    ],
    ['bucket', async () => (await import('./cli/bucket-commands.ts')).addBucketCommands],
    ['doctor', async () => (await import('./cli/doctor-command.ts')).addDoctorCommand],
  ],
};
