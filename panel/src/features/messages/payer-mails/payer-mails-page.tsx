import { Alert, Stack, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payer-mails.ts';
import { PayerMailsForm } from './payer-mails-form.tsx';

/** The page of the mails that the merchant's payers get. */
export function PayerMailsPage() {
  const { merchant } = useSession();
  return (
    <>
      <PageHeader description={texts.description} />
      {merchant?.is_sandbox ? <Alert variant="outline">{texts.sandboxClosed}</Alert> : <Settings />}
    </>
  );
}

function Settings() {
  const environment = useEnvironment();
  const mayChange = useMayAct('setOwnPayerMailSettings');
  const query = api.useQuery('get', '/api/panel/{environment}/payer-mails', {
    params: { path: { environment } },
  });
  return (
    <Stack gap="lg" maw={760}>
      {environment === 'test' && <Alert variant="outline">{texts.testHint}</Alert>}
      <QueryState query={query} lines={8}>
        {(settings) => (
          <>
            {!settings.is_mail_configured && <Alert variant="outline">{texts.noServer}</Alert>}
            {!mayChange && <Text size="sm">{texts.readOnly}</Text>}
            <PayerMailsForm
              key={environment}
              settings={settings}
              isEditable={mayChange && settings.is_mail_configured}
            />
          </>
        )}
      </QueryState>
    </Stack>
  );
}
