import { Alert, Stack, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/notifications.ts';
import { PreferenceRow } from './preference-row.tsx';

/** The mails that the member wants. */
export function PreferencesPage() {
  const { user, merchant } = useSession();
  return (
    <>
      <PageHeader description={texts.description(user.email)} />
      {merchant?.is_sandbox ? (
        <Alert variant="outline">{texts.sandboxClosed}</Alert>
      ) : (
        <Stack gap="lg" maw={760}>
          <ChosenMails />
          <Section title={texts.always}>
            <Text size="sm">{texts.alwaysHint}</Text>
          </Section>
        </Stack>
      )}
    </>
  );
}

function ChosenMails() {
  const query = api.useQuery('get', '/api/panel/notification-preferences');
  return (
    <Section title={texts.chosen}>
      <QueryState query={query} lines={8}>
        {({ preferences }) => (
          <Stack gap="lg">
            {preferences.map((preference) => (
              <PreferenceRow key={preference.kind} preference={preference} />
            ))}
          </Stack>
        )}
      </QueryState>
    </Section>
  );
}
