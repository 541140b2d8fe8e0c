import type { Command } from 'commander';
import { commandActor } from '#src/ground/access/actor.ts';
import { isoTime } from '#src/ground/clock.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { isId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import {
  decideHeldOrder,
  type HeldDecision,
  listHeldOrders,
  type OrderKind,
} from '../reconciliation/held-orders.ts';

const STATES = { release: 'released', cancel: 'cancelled' } as const;
const DESCRIPTIONS = {
  release: 'envia, embora a conta esteja suspensa',
  cancel: 'cancela; o valor volta ao saldo disponível',
} as const;

/** `held list|release|cancel`. */
export function addHeldCommands(program: Command): void {
  const held = program
    .command('held')
    .description('saques e devoluções retidos de contas suspensas');
  held
    .command('list')
    .description('lista os que aguardam uma decisão')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database }) => {
        const data = (await listHeldOrders(database)).map(
          ({ kind, id, username, amount, heldAt }) => ({
            kind,
            id,
            merchant: username,
            amount: centavosToJson(amount),
            held_at: isoTime(heldAt),
          }),
        );
        const text = data.length === 0 ? 'nada retido' : data.map(lines).join('\n\n');
        return { json: { data }, text };
      }),
    );
  for (const decision of ['release', 'cancel'] as const) addDecision(held, decision);
}

function addDecision(held: Command, decision: HeldDecision): void {
  held
    .command(decision)
    .description(DESCRIPTIONS[decision])
    .argument('<tipo>', 'payout ou refund', kindOf)
    .argument('<id>', 'identificador do saque ou da devolução', idOf)
    .action((kind: OrderKind, id: string, _options: object, command: Command) =>
      answer(command, async (appContext) => {
        await decideHeldOrder(appContext, { kind, id, decision }, commandActor);
        const json = { kind, id, state: STATES[decision] };
        return { json, text: lines(json) };
      }),
    );
}

function kindOf(text: string): OrderKind {
  if (text === 'payout' || text === 'refund') return text;
  throw new UsageError(`"${text}" não é um tipo: use payout ou refund`);
}

function idOf(text: string): string {
  if (isId(text)) return text;
  throw new UsageError(`"${text}" não é um identificador`);
}
