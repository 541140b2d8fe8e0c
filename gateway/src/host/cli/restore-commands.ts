import { resolve } from 'node:path';
import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { restoreFolder } from '#src/ground/backup/restore-folder.ts';
import { isoTime, systemClock } from '#src/ground/clock.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { instantOf } from '#src/ground/commands/argument-values.ts';
import { answer, answerAlone, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { withBank } from '#src/incoming/commands/bank-session.ts';
import {
  discrepancyText,
  reconciliationFacts,
  reconciliationText,
  refuseUnavailable,
} from '#src/incoming/commands/reconcile-command.ts';
import { reconcileAndSave } from '#src/incoming/reconciliation/schedule-reconciliations.ts';
import { daysToCompare, readOpenDays } from '#src/incoming/restorations/compare-days.ts';
import {
  confirmRestoration,
  OpenDifferences,
  readOpenRestoration,
} from '#src/incoming/restorations/confirm-restoration.ts';
import type { Restoration } from '#src/incoming/restorations/restoration.ts';
import { disputeReader } from '#src/incoming/work.ts';
import { backupFolderOf } from './backup-commands.ts';
import { logUseFacts, logUseText } from './log-use-answer.ts';

/** `restore`, `restoration check` and `restoration confirm`. */
export function addRestoreCommands(program: Command): void {
  program
    .command('restore <pasta>')
    .description(
      'restaura o banco embutido de BACKUP_DIR em uma pasta vazia, um novo DATA_DIR; sai com 1 ' +
        'se o log falta ou está danificado antes do fim',
    )
    .option(
      '--at <instante>',
      'data, hora e fuso, como 2026-11-22T10:30:00-03:00; se omitido, o mais tarde possível',
      instantOf,
    )
    .action((folder: string, { at }: { at?: number }, command: Command) =>
      answerAlone(command, (config) => restore(config, folder, at)),
    );
  const restoration = program
    .command('restoration')
    .description('o que fazer depois de restaurar uma cópia');
  restoration
    .command('check')
    .description('compara com o banco os dias desde o instante restaurado; sai com 1 se divergir')
    .action((_options: object, command: Command) => answer(command, check));
  restoration
    .command('confirm')
    .description('libera os saques e os webhooks, depois de conferir os dias com o banco')
    .option(
      '--accept-differences <motivo>',
      'aceita as diferenças em aberto; o motivo fica no registro de auditoria',
      reasonOf,
    )
    .action(({ acceptDifferences: reason }: { acceptDifferences?: string }, command: Command) =>
      answer(command, (appContext) => confirm(appContext, reason)),
    );
}

async function confirm(appContext: GatewayContext, acceptedReason?: string): Promise<Answer> {
  const bank = appContext.config.bank?.provider;
  try {
    const confirmation = { bank, acceptedReason, by: commandActor };
    const json = factsOf(await confirmRestoration(appContext, confirmation));
    return { json, text: `${lines(json)}\n\nSaques e webhooks liberados.` };
  } catch (error) {
    if (!(error instanceof OpenDifferences)) throw error;
    const days = error.days.map(({ day, lines: differences }) => ({ day, differences }));
    const listed = days.flatMap(({ day, differences }) =>
      differences.map((difference) => `${day}  ${discrepancyText(difference)}`),
    );
    const advice =
      'Nada foi liberado. Resolva cada diferença e rode restoration check de novo,\n' +
      'ou aceite-as:\n' +
      'restoration confirm --accept-differences "motivo"';
    return {
      json: { confirmed: false, days },
      text: [...listed, '', advice].join('\n'),
      exitCode: 1,
    };
  }
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason === '') throw new UsageError('--accept-differences precisa de um motivo');
  return reason;
}

async function restore(config: Config, folder: string, at?: number): Promise<Answer> {
  const { backupDir } = backupFolderOf(config);
  const now = systemClock.now();
  if (at !== undefined && at > now) throw new UsageError(`--at está no futuro: ${isoTime(at)}`);
  const dataDir = resolve(folder);
  const restored = await restoreFolder({ backupDir, dataDir, at, now, log: () => {} });
  const { facts, isTargetReached, endedAtLog } = restored;
  const json = {
    folder: dataDir,
    ...factsOf(facts),
    target_reached: isTargetReached,
    ...logUseFacts(restored),
  };
  const early = 'O log arquivado termina antes do instante pedido: restaurado o que havia.';
  const notes = [...(isTargetReached ? [] : ['', early]), ...logUseText(restored)];
  return {
    json,
    text: [lines(json), ...notes, '', nextSteps(json)].join('\n'),
    exitCode: endedAtLog === undefined ? 0 : 1,
  };
}

function nextSteps({ folder, reached_at: reached }: { folder: string; reached_at: string }) {
  return `Depois de ${reached}, o banco pode ter feito saques, devoluções e recebimentos que
esta cópia não conhece. Ao iniciar nela, saques e webhooks aguardam.

1. Pare o gateway antigo.
2. Copie a chave de criptografia para ${folder}/encryption-key, ou informe ENCRYPTION_KEY:
   ela não está na cópia.
3. Inicie o gateway com DATA_DIR=${folder}.
4. restoration check: mostra, dia a dia, o que o banco moveu e esta cópia não tem.
5. restoration confirm: libera saques e webhooks.`;
}

async function check(appContext: GatewayContext): Promise<Answer> {
  const { database, clock, logger, config } = appContext;
  const restoration = await readOpenRestoration(database);
  if (!restoration) return { json: { open: false }, text: 'Não há restauração a confirmar.' };
  const facts = factsOf(restoration);
  if (!config.bank) {
    return { json: { ...facts, days: [] }, text: `${lines(facts)}\n\nSem banco (PROVIDER).` };
  }
  return withBank(appContext, async (liveBank) => {
    const readDisputes = disputeReader(appContext, liveBank);
    const deps = { database, clock, logger, liveBank, readDisputes };
    const reports = [];
    for (const day of daysToCompare(restoration, clock.now())) {
      reports.push(await reconcileAndSave(deps, day).catch(refuseUnavailable));
    }
    const bank = liveBank.name;
    const { missing } = await readOpenDays(database, restoration, { bank, now: clock.now() });
    const isClean = reports.every(({ discrepancies }) => discrepancies.length === 0);
    return {
      json: { ...facts, days: reports.map(reconciliationFacts), missing_days: missing },
      text: [lines(facts), '', ...reports.map(reconciliationText)].join('\n'),
      exitCode: isClean ? 0 : 1,
    };
  });
}

function factsOf({ backup, reachedAt, restoredAt }: Restoration) {
  return { backup, reached_at: isoTime(reachedAt), restored_at: isoTime(restoredAt) };
}
