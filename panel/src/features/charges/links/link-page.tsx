import { Alert, Button, Center, Grid, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QrCode } from '#panel/components/qr-code.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { ShareButtons } from '#panel/components/share-buttons.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { IconExternalLink } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/payment-links.ts';
import { texts as sharing } from '#texts/sharing.ts';
import { texts as subscribing } from '#texts/subscribing-links.ts';
import { rulesInWords } from '../due/due-words.ts';
import { LinkBuyers } from './link-buyers.tsx';
import { LinkForm } from './link-form.tsx';
import { LinkSubscribers } from './link-subscribers.tsx';
import {
  addressOf,
  hasPayments,
  hasSubscribers,
  type LinkDue,
  type LinkSubscription,
  type PaymentLink,
  priceOf,
  stateOf,
  timesPaid,
} from './payment-link.ts';

const QR_SIZE = 220;
const ASK_AGAIN_MS = 10_000;

/** The page of one payment link. */
export function LinkPage() {
  const environment = useEnvironment();
  const { linkId: id = '' } = useParams({ strict: false });
  const link = api.useQuery(
    'get',
    '/api/panel/{environment}/payment-links/{id}',
    { params: { path: { environment, id } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <>
      <BackLink to="/painel/links">{texts.backToList}</BackLink>
      <QueryState query={link} title={texts.title} lines={8}>
        {(data) => <Content link={data} />}
      </QueryState>
    </>
  );
}

function Content({ link }: { link: PaymentLink }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <PageHeader
        title={link.title}
        actions={
          <>
            <StatusBadge {...stateOf(link)} />
            <IfAllowed operation="changePaymentLinkByHand">
              <PauseButton link={link} />
              <Button onClick={open}>{texts.edit}</Button>
            </IfAllowed>
          </>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md">
            <Title order={2} mb="xs">
              {texts.details}
            </Title>
            {link.oversold_count > 0 && (
              <Alert color="yellow" variant="outline" mb="md">
                {`${texts.oversold}: ${formatCount(link.oversold_count)}. ${texts.oversoldHint}`}
              </Alert>
            )}
            <Facts link={link} />
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="md">
            <Address link={link} />
          </Paper>
        </Grid.Col>
        {hasSubscribers(link) && (
          <Grid.Col span={12}>
            <LinkSubscribers linkId={link.id} />
          </Grid.Col>
        )}
        {hasPayments(link) && (
          <Grid.Col span={12}>
            <LinkBuyers linkId={link.id} />
          </Grid.Col>
        )}
      </Grid>
      {isOpen && <LinkForm link={link} onClose={close} />}
    </>
  );
}

function Facts({ link }: { link: PaymentLink }) {
  return (
    <FactTable
      facts={[
        [texts.price, priceOf(link)],
        ...(hasSubscribers(link)
          ? ([[subscribing.authorized, formatCount(link.subscriber_count)]] as const)
          : []),
        ...kindFacts(link),
        ...(hasPayments(link) ? paymentFacts(link) : []),
        ...(link.description === null
          ? []
          : ([
              [
                texts.linkDescription,
                <Text key="description" size="sm" style={{ whiteSpace: 'pre-line' }}>
                  {link.description}
                </Text>,
              ],
            ] as const)),
        ...(link.expires_at === null
          ? []
          : ([[texts.lastDay, <Instant key="until" at={link.expires_at} />]] as const)),
        ...(link.return_url === null ? [] : ([[texts.returnUrl, link.return_url]] as const)),
        [texts.createdAt, <Instant key="created" at={link.created_at} />],
      ]}
    />
  );
}

type Facts = Parameters<typeof FactTable>[0]['facts'];

/** How often it was paid, what is open, and what it has received. */
function paymentFacts(link: PaymentLink): Facts {
  return [
    [texts.sold, timesPaid(link)],
    [texts.held, formatCount(link.held_count)],
    [texts.received, <Money key="received" centavos={link.received_amount} fw={600} />],
  ];
}

/** Its subscription, the due dates of its charges, or how many can be sold. */
function kindFacts({ subscription, due, available_count: available }: PaymentLink): Facts {
  if (subscription) return subscriptionFacts(subscription);
  if (due) return dueFacts(due);
  return [[texts.available, available === null ? texts.unlimited : formatCount(available)]];
}

function subscriptionFacts(subscription: LinkSubscription): (readonly [string, string])[] {
  const { interval, journey, retries, cycles, first_due_in_days: days } = subscription;
  const first =
    days === null
      ? subscribing.onDay(subscription.first_due_day ?? 1)
      : subscribing.daysLater(days);
  return [
    [subscribing.interval, subscribing.intervals[interval]],
    [subscribing.firstDay, first],
    [subscribing.cycles, cycles === null ? subscribing.noEnd : formatCount(cycles)],
    [subscribing.journey, subscribing.journeys[journey]],
    [subscribing.retries, subscribing.retryPolicies[retries]],
  ];
}

/** When its charges are due, and their rules in words. */
function dueFacts(due: LinkDue): (readonly [string, string])[] {
  return [
    [dueTexts.isDue, dueTexts.daysLater(due.due_in_days)],
    [dueTexts.payableUntil, dueTexts.linkPayable(due.days_after_due)],
    ...rulesInWords(due),
  ];
}

function Address({ link }: { link: PaymentLink }) {
  const { merchant } = useSession();
  const environment = useEnvironment();
  const address = addressOf(link);
  const name = merchant?.name ?? '';
  const message = texts.shareMessage(link.title, name);
  const shared = {
    subject: texts.shareSubject(link.title, name),
    message: environment === 'test' ? `${sharing.testMark} ${message}` : message,
    link: address,
  };
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" fw={500}>
          {texts.address}
        </Text>
        <Text size="xs" c="dimmed" mb={4}>
          {texts.addressHint}
        </Text>
        <Stack gap="xs" align="flex-start">
          <CopyText value={address} label={texts.address} />
          <ShareButtons shared={shared}>
            <Button
              component="a"
              href={address}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<IconExternalLink size={16} />}
            >
              {texts.openPage}
            </Button>
          </ShareButtons>
        </Stack>
      </div>
      <Center>
        <QrCode text={address} label={texts.qrCode(link.title)} size={QR_SIZE} />
      </Center>
    </Stack>
  );
}

function PauseButton({ link: { id, status } }: { link: PaymentLink }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const isPaused = status === 'paused';
  const change = api.useMutation('patch', '/api/panel/{environment}/payment-links/{id}', {
    onSuccess: () => showDone(isPaused ? texts.resumed : texts.paused),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const body = { status: isPaused ? 'active' : 'paused' } as const;
  return (
    <Button
      variant="default"
      loading={change.isPending}
      onClick={() => change.mutate({ params: { path: { environment, id } }, body })}
    >
      {isPaused ? texts.resume : texts.pause}
    </Button>
  );
}
