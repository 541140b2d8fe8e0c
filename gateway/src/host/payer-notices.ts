import type { MoveReminders } from '#src/charges/due/change-charge.ts';
import { moveReminders } from '#src/messages/payer-mails/move-reminders.ts';
import { planSubscriptionMails } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import type { Room } from '#src/room.ts';
import { hasOption } from '#src/rooms.ts';
import type { TellPayers } from '#src/subscriptions/tell-payers.ts';

/** How charges and subscriptions tell payers of their changes. */
interface PayerNotices {
  readonly moveReminders: MoveReminders;
  readonly tellPayers: TellPayers;
}

const BY_MAIL: PayerNotices = {
  moveReminders,
  tellPayers: planSubscriptionMails,
};

const NONE: PayerNotices = {
  moveReminders: async () => {},
  tellPayers: async () => {},
};

/** The mails to payers; in a gateway without them, functions that do nothing. */
export function payerNoticesOf(rooms: readonly Room[]): PayerNotices {
  return hasOption(rooms, 'messages/payer-mails') ? BY_MAIL : NONE;
}
