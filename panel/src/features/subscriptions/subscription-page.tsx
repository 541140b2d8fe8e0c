import { Anchor, Center, Grid, Stack } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCalendarDay, formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QrCode } from '#panel/components/qr-code.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { ShareButtons } from '#panel/components/share-buttons.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { SubscriptionMails } from '#panel/features/messages/payer-mails/charge-mails.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMay, useSession } from '#panel/session/session.ts';
import { texts as sharing } from '#texts/sharing.ts';
import { texts } from '#texts/subscriptions.ts';
import { SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionCycles } from './subscription-cycles.tsx';
import { LIKE, priceOf, type Subscription } from './subscription-types.ts';
import { TestPayer } from './test-payer.tsx';

const QR_SIZE = 220;
const ASK_AGAIN_MS = 10_000;

/** One subscription: how it is authorized or its charges, and what was agreed. */
export function SubscriptionPage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const subscription = api.useQuery(
    'get',
    '/api/panel/{environment}/subscriptions/{id}',
    { params: { path: { environment, id } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <>
      <BackLink to="/painel/assinaturas">{texts.backToList}</BackLink>
      <QueryState query={subscription} title={texts.title} lines={8}>
        {(data) => <Content subscription={data} />}
      </QueryState>
    </>
  );
}

function Content({ subscription }: { subscription: Subscription }) {
  const { internal_id: id, status, description, authorization, payer } = subscription;
  const environment = useEnvironment();
  const mayAnswer = useMay('authorizeTestSubscriptionByHand');
  const isWaiting = status === 'created';
  const mayTest = environment === 'test' && mayAnswer && subscription.journey !== null;
  // Charges begin with the authorization.
  const hasCycles = subscription.authorized_at !== null;
  const hasMails = payer.email !== null;
  const hasMore = isWaiting || hasCycles || hasMails;
  return (
    <>
      <PageHeader
        title={description}
        actions={
          <>
            <StatusBadge status={LIKE[status]} label={texts.statuses[status]} />
            <IfAllowed operation="cancelSubscriptionByHand">
              <SubscriptionActions subscription={subscription} />
            </IfAllowed>
          </>
        }
      />
      <Grid gap="lg">
        {hasMore && (
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="lg">
              {isWaiting && <SendToPayer subscription={subscription} />}
              {isWaiting && authorization.code !== null && <Code code={authorization.code} />}
              {isWaiting && mayTest && <TestPayer id={id} />}
              {hasCycles && <SubscriptionCycles subscription={subscription} />}
              {hasMails && <SubscriptionMails id={id} />}
            </Stack>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: hasMore ? 5 : 12 }}>
          <Section title={texts.details}>
            <FactTable facts={factsOf(subscription)} />
          </Section>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Sends the payer the page on which the subscription is authorized. */
function SendToPayer({ subscription }: { subscription: Subscription }) {
  const { authorization, payer, description } = subscription;
  const { merchant } = useSession();
  const environment = useEnvironment();
  const name = merchant?.name ?? '';
  const link = new URL(authorization.page_url, location.origin).href;
  const message = sharing.subscriptionMessage(description, name);
  const shared = {
    subject: sharing.subscriptionSubject(name),
    message: environment === 'test' ? `${sharing.testMark} ${message}` : message,
    link,
    email: payer.email,
  };
  return (
    <Section title={texts.send} description={texts.sendHint}>
      <Stack gap="xs" align="flex-start">
        <CopyText value={link} label={texts.payerPage} />
        <ShareButtons shared={shared} />
      </Stack>
    </Section>
  );
}

function Code({ code }: { code: string }) {
  return (
    <Section title={texts.code} description={texts.codeHint}>
      <Stack gap="md">
        <Center>
          <QrCode text={code} label={texts.qrCode} size={QR_SIZE} />
        </Center>
        <CopyText value={code} label={texts.code} />
      </Stack>
    </Section>
  );
}

type Facts = Parameters<typeof FactTable>[0]['facts'];

function factsOf(subscription: Subscription): Facts {
  const { payer, next_cycle: next, reason, ended_by: by, journey } = subscription;
  const { authorization, authorized_at: authorizedAt, ended_at: endedAt } = subscription;
  const { ends_on: endsOn, first_transaction_id: first, status } = subscription;
  const { payment_link_id: linkId } = subscription;
  return [
    [texts.payer, payer.name],
    [texts.payerDocument, <TaxId key="document" value={payer.document} />],
    ...(payer.email === null ? [] : [[texts.payerEmail, payer.email] as const]),
    [texts.reference, subscription.reference],
    ...(linkId === null ? [] : ([[texts.madeByLink, <OfLink key="link" id={linkId} />]] as const)),
    [texts.price, priceOf(subscription)],
    [texts.interval, texts.intervals[subscription.interval]],
    [texts.firstDueOn, formatCalendarDay(subscription.first_due_on)],
    ...(endsOn === null ? [] : ([[texts.endsOn, formatCalendarDay(endsOn)]] as const)),
    [texts.retries, texts.retryPolicies[subscription.retries]],
    [texts.journey, journey === null ? texts.noJourney : texts.journeys[journey]],
    [texts.payerPage, <PayerPage key="page" path={authorization.page_url} />],
    [texts.nextCycle, nextOf(next)],
    [texts.createdAt, <Instant key="created" at={subscription.created_at} />],
    ...(status === 'created'
      ? ([
          [
            texts.authorizableUntil,
            <Instant key="until" at={justBefore(authorization.expires_at)} />,
          ],
        ] as const)
      : []),
    ...(authorizedAt === null
      ? []
      : ([[texts.authorizedAt, <Instant key="authorized" at={authorizedAt} />]] as const)),
    ...(first === null ? [] : ([[texts.firstPayment, <First key="first" id={first} />]] as const)),
    ...(endedAt === null ? [] : ([[texts.endedAt, <Instant key="ended" at={endedAt} />]] as const)),
    ...(by === null ? [] : ([[texts.endedBy, texts.enders[by]]] as const)),
    ...(reason === null ? [] : ([[texts.reason, reason.message]] as const)),
  ];
}

function nextOf(next: Subscription['next_cycle']): string {
  if (next === null) return texts.noNextCycle;
  const { due_on: day, amount, status } = next;
  return `${formatCalendarDay(day)}, ${formatMoney(amount)} (${texts.cycleStatuses[status]})`;
}

/** The public page on which the payer authorizes, and later reads the next debit. */
function PayerPage({ path }: { path: string }) {
  return (
    <Anchor href={path} target="_blank" rel="noreferrer">
      {texts.openPayerPage}
    </Anchor>
  );
}

/** The payment link at which the payer subscribed. */
function OfLink({ id }: { id: string }) {
  return (
    <Anchor
      renderRoot={(props) => <Link to="/painel/links/$linkId" params={{ linkId: id }} {...props} />}
    >
      {texts.openLink}
    </Anchor>
  );
}

function First({ id }: { id: string }) {
  return (
    <Anchor renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}>
      {texts.openTransaction}
    </Anchor>
  );
}

/**
 * The last millisecond before an instant, so that the panel shows 23:59 and not 0:00 of the next
 * day.
 */
function justBefore(iso: string): string {
  return new Date(Date.parse(iso) - 1).toISOString();
}
