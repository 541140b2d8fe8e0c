import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Instant } from '#panel/components/instant.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payer-mails.ts';

type ShownMails = Answer<'/api/panel/{environment}/subscriptions/{id}/mails'>;
type Mail = ShownMails['data'][number];

const ASK_AGAIN_MS = 10_000;

/** The reminders of a charge and its receipt: planned, sent, and why not. */
export function ChargeMails({ id }: { id: string }) {
  const environment = useEnvironment();
  const query = api.useQuery('get', '/api/panel/{environment}/transactions/{id}/mails', {
    params: { path: { environment, id } },
  });
  return (
    <History>
      <QueryState query={query} lines={3}>
        {(data) => <Mails mails={data} empty={texts.noMails} />}
      </QueryState>
    </History>
  );
}

/** The mail about the end of a subscription. */
export function SubscriptionMails({ id }: { id: string }) {
  const environment = useEnvironment();
  const query = api.useQuery(
    'get',
    '/api/panel/{environment}/subscriptions/{id}/mails',
    { params: { path: { environment, id } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <History>
      <QueryState query={query} lines={1}>
        {(data) => <Mails mails={data} empty={texts.noMailsOfSubscription} />}
      </QueryState>
    </History>
  );
}

function History({ children }: { children: ReactNode }) {
  const settings = (
    <Anchor
      underline="always"
      size="sm"
      renderRoot={(props) => <Link to="/painel/emails-ao-pagador" {...props} />}
    >
      {texts.settingsLink}
    </Anchor>
  );
  return (
    <Section title={texts.history} action={settings}>
      {children}
    </Section>
  );
}

function Mails({
  mails: { data, address_stop: stop },
  empty,
}: {
  mails: ShownMails;
  empty: string;
}) {
  return (
    <Stack gap="sm">
      {stop && (
        <Alert variant="outline" color="yellow">
          {texts.stops[stop.reason]}
          {stop.reply !== null && ` (${texts.reply(stop.reply)})`}
        </Alert>
      )}
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <List listStyleType="none" spacing="sm">
          {data.map((mail) => (
            <List.Item key={mail.kind}>
              <MailLine mail={mail} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

function MailLine({ mail: { kind, status, reason, reply, ...mail } }: { mail: Mail }) {
  const why = [
    ...(reason === null ? [] : [texts.reasons[reason]]),
    ...(reply === null ? [] : [texts.reply(reply)]),
  ].join(', ');
  return (
    <>
      <Text size="sm" fw={500}>
        {texts.kinds[kind]}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.states[status]}
        {why !== '' && `: ${why}`}
        {' · '}
        <Instant at={mail.sent_at ?? mail.planned_for} />
      </Text>
    </>
  );
}
