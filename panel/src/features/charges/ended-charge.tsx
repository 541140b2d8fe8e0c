import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { Charge } from '#panel/api/transaction.ts';
import { formatInstant, formatMoney } from '#panel/components/format.ts';
import { IconArrowBackUp, IconBan, IconCheck, IconClock } from '#panel/icons.ts';
import { texts } from '#texts/transactions.ts';
import { OpenPaymentPage } from './open-payment-page.tsx';

export type ChargeStatus = Charge['status'];

const ICON_SIZE = 28;

const ENDS = {
  paid: { icon: IconCheck, color: 'teal', ...texts.ends.paid },
  partially_refunded: { icon: IconCheck, color: 'teal', ...texts.ends.paid },
  refunded: { icon: IconArrowBackUp, color: 'gray', ...texts.ends.refunded },
  expired: { icon: IconClock, color: 'gray', ...texts.ends.expired },
  canceled: { icon: IconBan, color: 'gray', ...texts.ends.canceled },
} as const;

/** The part that replaces the code of a charge that can't be paid any more. */
export function EndedCharge({
  charge,
}: {
  charge: {
    readonly id: string;
    readonly amount: number;
    readonly status: ChargeStatus;
    readonly paidAt: string | null;
  };
}) {
  const { id, amount, status, paidAt } = charge;
  if (status === 'pending') return null;
  const { icon: Icon, color, title, hint } = ENDS[status];
  return (
    <Stack align="center" gap="xs" ta="center" py="sm">
      <ThemeIcon size={64} radius="xl" variant="light" color={color} aria-hidden>
        <Icon size={ICON_SIZE} />
      </ThemeIcon>
      <Text fw={600} size="lg" role="status">
        {title}
      </Text>
      <Text fw={600} size="xl" className="tabular">
        {formatMoney(amount)}
      </Text>
      <Text c="dimmed" size="sm">
        {paidAt === null ? hint : texts.paidOn(formatInstant(paidAt))}
      </Text>
      <OpenPaymentPage id={id} />
    </Stack>
  );
}
