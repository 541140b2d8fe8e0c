import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/customers.ts';
import type { Customer } from './customer-types.ts';

/** The requests that the LGPD grants a person: a copy of the data, and their erasure. */
export function CustomerPrivacy({ customer: { id } }: { customer: Customer }) {
  const environment = useEnvironment();
  return (
    <IfAllowed operation="exportCustomerByHand">
      <Section title={texts.privacy} description={texts.privacyHint}>
        <Group gap="xs">
          <DownloadButton path={`/api/panel/${environment}/customers/${id}/data.json`}>
            {texts.exportData}
          </DownloadButton>
          <EraseButton id={id} />
        </Group>
      </Section>
    </IfAllowed>
  );
}

function EraseButton({ id }: { id: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const navigate = useNavigate();
  const erase = api.useMutation('post', '/api/panel/{environment}/customers/{id}/erase', {
    onSuccess: async ({ status }) => {
      showDone(status === 'done' ? texts.erased : texts.erasing);
      await navigate({ to: '/painel/clientes' });
      await client.invalidateQueries();
    },
    onError: showProblem,
  });
  return (
    <IfAllowed operation="eraseCustomerByHand">
      <ConfirmWithCode
        title={texts.eraseTitle}
        question={texts.eraseQuestion}
        label={texts.erase}
        confirm={texts.eraseConfirm}
        isPending={erase.isPending}
        onConfirm={(code) =>
          erase.mutate({ params: { path: { environment, id } }, body: codeOf(code) })
        }
      />
    </IfAllowed>
  );
}
