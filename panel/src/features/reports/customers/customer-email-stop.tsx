import { Alert, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/customers.ts';
import type { Customer } from './customer-types.ts';

/** Why the address of a customer gets no mails, and a button if the team may change that. */
export function EmailStop({ customer: { id, email, email_stop: stop } }: { customer: Customer }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const mayRelease = useMayAct('releaseCustomerEmail');
  const release = api.useMutation('post', '/api/panel/{environment}/customers/{id}/email/release', {
    onSuccess: () => showDone(texts.emailReleased),
    onError: showProblem,
    onSettled: () =>
      client.invalidateQueries({
        queryKey: ['get', '/api/panel/{environment}/customers/{id}'],
      }),
  });
  if (stop === null || email === null) return null;
  return (
    <Alert variant="outline" mt="md" title={texts.emailStops[stop]}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.emailStopHints[stop]}</Text>
        {stop === 'refused' && mayRelease && (
          <ConfirmButton
            size="xs"
            title={texts.releaseEmail}
            question={texts.releaseQuestion(email)}
            confirm={texts.releaseEmail}
            isHarmless
            loading={release.isPending}
            onConfirm={() => release.mutate({ params: { path: { environment, id } } })}
          >
            {texts.releaseEmail}
          </ConfirmButton>
        )}
      </Group>
    </Alert>
  );
}
