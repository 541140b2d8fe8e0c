import { BackupError } from '#src/ground/backup/backup-error.ts';
import { type Config, ConfigError } from '#src/ground/config/config.ts';
import { MigrationRefusal } from '#src/ground/database/migration-refusal.ts';
import { EmbeddedDatabaseError } from '#src/ground/embedded-database/error.ts';
import { ProcessFailure } from '#src/ground/processes/http-process.ts';

/** Errors whose message is a line for the operator. */
const REASONS = [ConfigError, EmbeddedDatabaseError, BackupError, MigrationRefusal, ProcessFailure];
const WRONG_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT']);

/** One line that says what to do about a failed start, or the stack of an unexpected error. */
export function startFailure(error: unknown, { port, host }: Config): string {
  if (REASONS.some((kind) => error instanceof kind)) return Object(error).message;
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE') return `a porta ${port} está em uso; escolha outra com PORT`;
  if (code === 'EACCES') return `sem permissão para a porta ${port} ou para DATA_DIR`;
  if (WRONG_HOST.has(String(code))) return `HOST inválido: "${host}" não é desta máquina`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
