import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { ClockKind } from '#src/ground/clocks/clock-kind.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { PayerMailReason } from './payer-mail-plan.ts';
import { lockSettings, saveCount } from './payer-mail-settings-store.ts';
import { lockPlannedMails, markMailEnded } from './payer-mail-store.ts';
import { planRemindersInClock } from './plan-reminders.ts';
import { type PayerMailDeps, type PayerMailParts, writeMails } from './write-payer-mails.ts';

interface ClockItem extends LedgerScope {
  readonly id: string;
}

/** What mails to payers do in test clocks. */
export function mailsInClock(
  context: GatewayContext,
  { payerMails }: { readonly payerMails: PayerMailParts },
): readonly ClockKind[] {
  const deps = { ...context, ...payerMails };
  return [
    {
      kind: 'payer_mail',
      step: (inClock, items) => writeMailsInClock(deps, inClock, items),
      end: skipMailsInClock,
      plan: planRemindersInClock,
    },
  ];
}

/** Writes the reminders that are due by a test clock. */
async function writeMailsInClock(
  deps: Omit<PayerMailDeps, 'database' | 'clock'>,
  { database, clock }: DatabaseAndClock,
  items: readonly ClockItem[],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const ids = items.map(({ id }) => id);
  await database.transaction(async (tx) => {
    const settings = await lockSettings(tx, first);
    if (!settings) return;
    const { merchantId, environment } = settings;
    const rows = await lockPlannedMails(tx, { merchantId, environment, ids });
    const work = { settings, rows, now: clock.now() };
    saveCount(tx, await writeMails({ ...deps, database, clock }, tx, work));
  });
}

/** Ends the reminders of a test clock that is deleted. */
async function skipMailsInClock(
  { database, clock }: DatabaseAndClock,
  items: readonly ClockItem[],
): Promise<void> {
  const [first] = items;
  if (!first) return;
  const { merchantId, environment } = first;
  const ids = items.map(({ id }) => id);
  const reason: PayerMailReason = 'canceled';
  const end = { status: 'skipped', reason, reply: null, at: clock.now() } as const;
  await database.transaction(async (tx) => {
    for (const { chargeId, kind } of await lockPlannedMails(tx, { merchantId, environment, ids })) {
      markMailEnded(tx, { merchantId, environment, chargeId, kind, ...end });
    }
  });
}
