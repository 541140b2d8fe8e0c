import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { OverdueCycle } from '../live/cycles/bank-cycle-store.ts';
import { endOverdueCycle, listOverdueCycles } from '../live/cycles/overdue-cycles.ts';
import type { TellPayers } from '../tell-payers.ts';

const CYCLES_MAX = 1_000;

/** `subscription overdue|end-cycle`. `tellPayers` plans the mails to payers. */
export function addSubscriptionCommands(program: Command, tellPayers: TellPayers): void {
  const subscription = program.command('subscription').description('assinaturas (Pix Automático)');
  subscription
    .command('overdue')
    .description('lista as cobranças que o banco não encerrou dez dias depois do vencimento')
    .action((_options: object, command: Command) =>
      answer(command, async (appContext) => {
        const cycles = (await listOverdueCycles(appContext, CYCLES_MAX)).map(viewOf);
        const text = cycles.length === 0 ? 'nenhuma cobrança' : cycles.map(lines).join('\n\n');
        return { json: { data: cycles }, text };
      }),
    );
  subscription
    .command('end-cycle <txid>')
    .description('encerra aqui uma cobrança de `overdue`, e pede ao banco que a cancele')
    .action((txid: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        const overdue = await listOverdueCycles(appContext, CYCLES_MAX);
        const cycle = overdue.find((row) => row.txid === txid);
        if (!cycle)
          throw new UsageError('nenhuma cobrança de `subscription overdue` tem esse txid');
        await endOverdueCycle({ ...appContext, tellPayers }, cycle, commandActor);
        const json = { ...viewOf(cycle), status: 'canceled' };
        return { json, text: lines(json) };
      }),
    );
}

function viewOf({ key, txid, username: merchant, amount, dueOn: due_on }: OverdueCycle) {
  return { txid, merchant, subscription_id: key.id, amount: centavosToJson(amount), due_on };
}
