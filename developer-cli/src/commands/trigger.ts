import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type EventKind, eventKinds } from '../../../gateway/src/webhooks/webhook-event.ts';
import { parseAmount, parseDuration } from '../amounts.ts';
import { call } from '../call.ts';
import { refuseLiveKey } from '../charges.ts';
import { type EventFacts, eventLine } from '../events.ts';
import { EXIT, Failure } from '../failure.ts';
import { paint } from '../output.ts';
import type { Session } from '../session.ts';
import type { Triggered } from '../trigger-steps.ts';
import { triggers } from '../triggers.ts';
import { addCommand, type Context } from './command.ts';

const WAIT_SECONDS = 30;
const LOOK_MS = 250;
const LOOK_MS_MAX = 2_000;
/** Names that others use for our events. */
const ALIASES: Readonly<Record<string, EventKind>> = { 'payout.completed': 'payout.paid' };

interface TriggerOptions {
  readonly amount?: number;
  readonly recipient?: string;
  readonly wait: number;
  readonly list?: boolean;
}

export function addTrigger(program: Command): void {
  addCommand<TriggerOptions>(program, {
    name: 'trigger',
    summary: 'Faz um evento acontecer de verdade no ambiente de teste',
    words: [['[evento]', 'deposit.paid, payout.failed, …; --list mostra todos']],
    options: [
      { flags: '--amount <valor>', about: 'o valor: 10 ou 10,50', parse: parseAmount },
      { flags: '--recipient <username>', about: 'quem recebe a parte, nos eventos split.*' },
      {
        flags: '--wait <duração>',
        about: 'quanto esperar pelo evento',
        parse: parseDuration,
        fallback: WAIT_SECONDS,
      },
      { flags: '--list', about: 'mostra os eventos e o que acontece em cada um' },
    ],
    examples: [
      ['pix trigger deposit.paid', 'uma cobrança paga'],
      ['pix trigger payout.failed --amount 25,00', 'um saque que o banco recusa'],
      ['pix trigger split.received --recipient maria', 'o evento vai à conta de maria'],
      ['pix trigger --list', 'todos'],
    ],
    run: trigger,
  });
}

async function trigger(
  { output, session: open }: Context,
  options: TriggerOptions,
  name?: string,
): Promise<number> {
  if (options.list) {
    for (const kind of eventKinds) {
      const { about } = triggers[kind];
      output.result({ event: kind, about }, `${kind.padEnd(25)} ${about}`);
    }
    return EXIT.ok;
  }
  const kind = kindOf(name);
  const session = open();
  refuseLiveKey(session, 'provocar um evento');
  const { amount, recipient } = options;
  const input = { session, amount, recipient, note: output.note };
  if (kind.startsWith('split.') && recipient === undefined) {
    throw new Failure('usage', 'informe quem recebe a parte: --recipient <username>');
  }
  const triggered = await triggers[kind].run(input);
  const facts = { type: 'triggered', event: kind, resource_id: triggered.resourceId };
  if (triggered.isElsewhere) {
    const text = `Feito: ${kind} está na conta de ${recipient} (${triggered.resourceId}).`;
    output.result({ ...facts, event_id: null }, text);
    return EXIT.ok;
  }
  const event = triggered.event ?? (await eventOf(session, kind, triggered, options.wait));
  const text = `${paint('green', 'Feito:')} ${eventLine(event)}  ${paint('dim', event.id)}`;
  output.result({ ...facts, event_id: event.id }, text);
  return EXIT.ok;
}

function kindOf(name = ''): EventKind {
  const kind = eventKinds.find((one) => one === name) ?? ALIASES[name];
  if (kind !== undefined) return kind;
  const told = name === '' ? 'informe o evento' : `o evento "${name}" não existe`;
  throw new Failure('usage', `${told}. Há: ${eventKinds.join(', ')}`);
}

/** Waits until the event is in the feed. Throws a Failure when it isn't in time. */
async function eventOf(
  session: Session,
  kind: EventKind,
  { resourceId, waitSeconds = 0 }: Triggered,
  waitMax: number,
): Promise<EventFacts> {
  const endAt = Date.now() + (waitSeconds + waitMax) * 1_000;
  const path = `/v1/events?resource=${resourceId}&type=${kind}&limit=1`;
  for (let pauseMs = LOOK_MS; ; pauseMs = Math.min(LOOK_MS_MAX, pauseMs * 2)) {
    const { data } = await call<{ data: readonly EventFacts[] }>(session, 'GET', path);
    if (data[0]) return data[0];
    if (Date.now() >= endAt) {
      throw new Failure('timeout', `o evento ${kind} de ${resourceId} não veio a tempo`);
    }
    await sleep(pauseMs);
  }
}
