import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatCount } from '#panel/components/format.ts';
import { texts } from '#panel/texts/texts.ts';
import type { Overview } from './overview-page.tsx';

const words = texts.overview;

/** What somebody should look at; nothing when there is nothing. The shell tells of the account. */
export function Attention({ attention }: { attention: Overview['attention'] }) {
  const items = [
    ...matter(attention.failed_deliveries, words.failedDeliveries, WEBHOOKS),
    ...matter(attention.retrying_deliveries, words.retryingDeliveries, WEBHOOKS),
    ...matter(attention.failed_payouts, words.failedPayouts, PAYOUTS),
  ];
  if (items.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={words.attention}
    >
      <Stack gap={6}>
        {items.map(({ text, to, action }) => (
          <Group key={text} justify="space-between" gap="xs">
            <Text size="sm">{text}</Text>
            <Anchor component={Link} to={to} size="sm" c="inherit" underline="always">
              {action}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

const WEBHOOKS = { to: '/painel/webhooks', action: words.seeWebhooks } as const;
const PAYOUTS = { to: '/painel/saques', action: words.seePayouts } as const;

function matter(
  count: number,
  text: (count: number, shown: string) => string,
  link: typeof WEBHOOKS | typeof PAYOUTS,
) {
  return count === 0 ? [] : [{ text: text(count, formatCount(count)), ...link }];
}
