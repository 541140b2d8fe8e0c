import { Anchor, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconKey, IconReceipt2, IconWebhook } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/overview.ts';

const { steps, firstSteps, firstStepsHints } = texts;

/** The first steps of a new merchant, shown while it has no transactions. */
export function FirstSteps() {
  const environment = useEnvironment();
  return (
    <Paper withBorder p="lg">
      <Title order={2}>{firstSteps}</Title>
      <Text c="dimmed" mb="md">
        {firstStepsHints[environment]}
      </Text>
      <List spacing="md" size="sm" center listStyleType="none">
        {STEPS.map((step) => (
          <List.Item
            key={step.to}
            icon={
              <ThemeIcon variant="default" size={34} aria-hidden>
                <step.icon size={18} />
              </ThemeIcon>
            }
          >
            <Anchor component={Link} to={step.to} fw={600}>
              {step.title}
            </Anchor>
            <Text size="sm" c="dimmed">
              {step.hint}
            </Text>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}

const STEPS = [
  {
    to: '/painel/transacoes',
    title: steps.charge,
    hint: steps.chargeHint,
    icon: IconReceipt2,
  },
  {
    to: '/painel/integracoes',
    title: steps.keys,
    hint: steps.keysHint,
    icon: IconKey,
  },
  {
    to: '/painel/webhooks',
    title: steps.webhook,
    hint: steps.webhookHint,
    icon: IconWebhook,
  },
] as const;
