import { Anchor, Button, Group, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { useSandboxLogIn } from '#panel/features/accounts/auth/use-sandbox-log-in.ts';
import { IconCheck, IconCircle } from '#panel/icons.ts';
import { forgetSession, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/first-day.ts';

type Steps = Answer<'/api/panel/first-steps'>;

interface Step {
  readonly name: keyof typeof texts.steps;
  readonly isDone: boolean;
  /** The page where it is done; undefined while it can't be done yet. */
  readonly to?: '/painel/cadastro' | '/painel/conta' | '/painel/transacoes' | '/painel/integracoes';
}

/** The first day of an owner: what is done and what is left. Nothing once all is done. */
export function FirstDay() {
  const { merchant, member_role: role, view } = useSession();
  const isShown = role === 'owner' && view === null && merchant?.is_sandbox === false;
  const { data } = api.useQuery('get', '/api/panel/first-steps', {}, { enabled: isShown });
  if (!isShown || !data) return null;
  const steps = stepsOf(data);
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-day">
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2} id="first-day">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.progress(steps.length - left, steps.length)}
        </Text>
      </Group>
      <List spacing="sm" size="sm" listStyleType="none">
        {steps.map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </List>
      {!data.is_approved && <WhileWaiting isSubmitted={data.is_submitted} />}
    </Paper>
  );
}

function stepsOf(data: Steps): Step[] {
  const { is_approved: isApproved, is_submitted: isSubmitted } = data;
  return [
    { name: 'email', isDone: data.has_confirmed_email },
    { name: 'data', isDone: data.has_data, to: '/painel/cadastro' },
    { name: 'documents', isDone: data.has_documents, to: '/painel/cadastro' },
    { name: 'submission', isDone: isSubmitted, to: '/painel/cadastro' },
    { name: 'secondFactor', isDone: data.has_second_factor, to: '/painel/conta' },
    {
      ...{ name: 'charge', isDone: data.has_charge },
      ...(isApproved && ({ to: '/painel/transacoes' } as const)),
    },
    {
      ...{ name: 'key', isDone: data.has_key },
      ...(isApproved && ({ to: '/painel/integracoes' } as const)),
    },
  ];
}

function StepItem({ step: { name, isDone, to } }: { step: Step }) {
  const { title, hint } = texts.steps[name];
  const icon = (
    <ThemeIcon variant={isDone ? 'light' : 'default'} color="green" radius="xl" size={26}>
      {isDone ? (
        <IconCheck size={16} aria-label={texts.done} />
      ) : (
        <IconCircle size={16} aria-label={texts.open} />
      )}
    </ThemeIcon>
  );
  return (
    <List.Item icon={icon}>
      {isDone || !to ? (
        <Text {...(isDone && { c: 'dimmed' })} fw={isDone ? 400 : 600}>
          {title}
        </Text>
      ) : (
        <Anchor component={Link} to={to} fw={600} underline="always">
          {title}
        </Anchor>
      )}
      {!isDone && (
        <Text size="sm" c="dimmed">
          {to ? hint : texts.afterApproval}
        </Text>
      )}
    </List.Item>
  );
}

/** What a merchant can do before the approval: the demonstration, and drafts. */
function WhileWaiting({ isSubmitted }: { isSubmitted: boolean }) {
  const logIn = api.useMutation('post', '/api/account/log-in', {
    onSuccess: () => {
      forgetSession();
      location.assign('/painel');
    },
    onError: showProblem,
  });
  const enter = useSandboxLogIn((body) => logIn.mutate({ body }));
  return (
    <>
      <Text size="sm" mt="md" mb="xs">
        {isSubmitted ? texts.waiting : texts.meanwhile}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="sm" loading={logIn.isPending} onClick={enter}>
          {texts.sandbox}
        </Button>
        <Button variant="default" size="sm" component={Link} to="/painel/links">
          {texts.drafts}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {texts.sandboxHint}
      </Text>
    </>
  );
}
