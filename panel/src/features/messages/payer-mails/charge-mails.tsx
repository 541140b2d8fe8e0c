import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Instant } from '#panel/components/instant.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payer-mails.ts';

type ChargeMailsAnswer = Answer<'/api/panel/{environment}/transactions/{id}/mails'>;
type Mail = ChargeMailsAnswer['data'][number];

/** The reminders of a charge and its receipt: planned, sent, and why not. */
export function ChargeMails({ id }: { id: string }) {
  const environment = useEnvironment();
  const query = api.useQuery('get', '/api/panel/{environment}/transactions/{id}/mails', {
    params: { path: { environment, id } },
  });
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
      <QueryState query={query} lines={3}>
        {(data) => <Mails mails={data} />}
      </QueryState>
    </Section>
  );
}

function Mails({ mails: { data, address_stop: stop } }: { mails: ChargeMailsAnswer }) {
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
          {texts.noMails}
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
