import { Anchor, Group, Popover, Stack, Text } from '@mantine/core';
import type { Transaction } from '#panel/api/transaction.ts';
import { formatBasisPoints, formatInstant, formatMoney } from '#panel/components/format.ts';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/transactions.ts';

/** The fee of a transaction, and at a click how it was made. */
export function FeeReason({ transaction }: { transaction: Transaction }) {
  const { type, fee_amount: fee } = transaction;
  return (
    <Group gap="xs" justify="flex-end">
      <Money centavos={type === 'charge' ? -fee : fee} />
      <Popover position="bottom-start" width={300} shadow="md" withinPortal={false} trapFocus>
        <Popover.Target>
          <Anchor component="button" type="button" size="sm" underline="always">
            {texts.feeWhy}
          </Anchor>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.feeWhy} ta="left">
          <Reason transaction={transaction} />
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function Reason({ transaction }: { transaction: Transaction }) {
  const { type, amount, fee_amount: fee, fee_rule: rule, created_at: createdAt } = transaction;
  if (rule === null) return <Text size="sm">{texts.feeUnknown}</Text>;
  const rate = formatBasisPoints(rule.basis_points);
  const parts = [formatMoney(rule.rate_amount), formatMoney(rule.fixed_amount)] as const;
  return (
    <Stack gap="xs" tabIndex={-1} data-autofocus>
      <Text size="sm" className="tabular">
        {type === 'charge'
          ? texts.feeOfCharge(rate, formatMoney(amount), ...parts, formatMoney(fee))
          : texts.feeOfPayout(formatMoney(fee))}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.feeRule(formatInstant(createdAt))}
      </Text>
    </Stack>
  );
}
