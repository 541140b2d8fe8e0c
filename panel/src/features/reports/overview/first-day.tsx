import { Anchor, Button, Group, List, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { useSandboxLogIn } from '#panel/features/accounts/auth/use-sandbox-log-in.ts';
import { IconCheck, IconCircle } from '#panel/icons.ts';
import type { Environment } from '#panel/session/environment.tsx';
import {
  forgetSession,
  mayCall,
  type OperationId,
  type Session,
  useSession,
} from '#panel/session/session.ts';
import { texts } from '#texts/first-day.ts';
import { firstStepsQuery } from './overview-query.ts';

type Steps = Answer<'/api/panel/first-steps'>;

interface Step {
  readonly name: keyof typeof texts.steps;
  readonly isDone: boolean;
  /** Whether the user's role may do it. */
  readonly isOwn: boolean;
  /** The page where it is done; undefined while it can't be done yet. */
  readonly to?: '/painel/cadastro' | '/painel/conta' | '/painel/transacoes' | '/painel/integracoes';
}

/** The steps that the roles of a member allow: its own second factor is for those who need codes. */
function rightsOf(session: Session) {
  const may = (operation: OperationId, environment: Environment) =>
    mayCall(session, operation, environment);
  const hasKeys = may('createCredential', 'live');
  return {
    mayApply: may('saveKyc', 'live'),
    needsCode: hasKeys || may('createPayoutByHand', 'live'),
    mayCharge: may('createChargeByHand', 'test'),
    hasKeys,
  };
}

/**
 * The first day of a shop: what is done and what is left. It is shown to members whose role may do
 * a step that is left; steps of others have no link. Nothing once their own steps are done.
 */
export function FirstDay() {
  const session = useSession();
  const rights = rightsOf(session);
  const isMember = session.view === null && session.merchant?.is_sandbox === false;
  const isShown = isMember && Object.values(rights).some(Boolean);
  const { data } = useQuery({ ...firstStepsQuery, enabled: isShown });
  if (!isShown || !data) return null;
  const steps = stepsOf(data, rights);
  const own = steps.filter(({ isOwn }) => isOwn);
  const left = own.filter(({ isDone }) => !isDone).length;
  const next = data.is_approved ? undefined : own.find(({ isDone, to }) => !isDone && to);
  if (left === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="first-day">
      <Group justify="space-between" mb="md" gap="xs">
        <Title order={2} id="first-day">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.progress(own.length - left, own.length)}
        </Text>
      </Group>
      <List spacing="sm" size="sm" listStyleType="none">
        {steps.map((step) => (
          <StepItem key={step.name} step={step} isNext={step === next} />
        ))}
      </List>
      {!data.is_approved && <WhileWaiting isSubmitted={data.is_submitted} />}
    </Paper>
  );
}

function stepsOf(data: Steps, rights: ReturnType<typeof rightsOf>): Step[] {
  const { is_approved: isApproved, is_submitted: isSubmitted } = data;
  const { mayApply, needsCode, mayCharge, hasKeys } = rights;
  const application = { isOwn: mayApply, to: '/painel/cadastro' } as const;
  return [
    { name: 'email', isDone: data.has_confirmed_email, isOwn: true },
    { name: 'data', isDone: data.has_data, ...application },
    { name: 'documents', isDone: data.has_documents, ...application },
    { name: 'submission', isDone: isSubmitted, ...application },
    {
      name: 'secondFactor',
      isDone: data.has_second_factor,
      isOwn: needsCode,
      to: '/painel/conta',
    },
    {
      name: 'charge',
      isDone: data.has_charge,
      isOwn: mayCharge,
      ...(isApproved && ({ to: '/painel/transacoes' } as const)),
    },
    {
      name: 'key',
      isDone: data.has_key,
      isOwn: hasKeys,
      ...(isApproved && ({ to: '/painel/integracoes' } as const)),
    },
  ];
}

/** A step; the next one of a shop that waits for its approval is the main button of the page. */
function StepItem({ step: { name, isDone, isOwn, to }, isNext }: { step: Step; isNext: boolean }) {
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
      {isDone || !isOwn || !to ? (
        <Text {...(isDone && { c: 'dimmed' })} fw={isDone ? 400 : 600}>
          {title}
        </Text>
      ) : isNext ? (
        <Button component={Link} to={to} size="sm" mb={4}>
          {title}
        </Button>
      ) : (
        <Anchor component={Link} to={to} fw={600} underline="always">
          {title}
        </Anchor>
      )}
      {!isDone && (
        <Text size="sm" c="dimmed">
          {isOwn ? hintOf(to, hint) : texts.byOwner}
        </Text>
      )}
    </List.Item>
  );
}

function hintOf(to: Step['to'], hint: string): string {
  return to ? hint : texts.afterApproval;
}

/** The actions of a merchant before the approval: the demonstration, and drafts. */
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
        {enter && (
          <Button variant="default" size="sm" loading={logIn.isPending} onClick={enter}>
            {texts.sandbox}
          </Button>
        )}
        <Button variant="default" size="sm" component={Link} to="/painel/links">
          {texts.drafts}
        </Button>
      </Group>
      {enter && (
        <Text size="xs" c="dimmed" mt={4}>
          {texts.sandboxHint}
        </Text>
      )}
    </>
  );
}
