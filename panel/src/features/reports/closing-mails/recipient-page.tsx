import { Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { api } from '#panel/api/client.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/closings.ts';

/** The page has a status for each of its results. */
const TOLD = { meta: { isStep: true } };

/** An address confirms and ends its mails by the link of a mail: the token is after the `#`. */
export function RecipientPage() {
  const token = location.hash.slice(1);
  const { mutate, data, error } = api.useMutation('post', '/api/account/closing-mails', TOLD);
  const confirm = api.useMutation('post', '/api/account/closing-mails/confirm', TOLD);
  const stop = api.useMutation('post', '/api/account/closing-mails/stop', TOLD);
  useEffect(() => {
    if (token !== '') mutate({ body: { token } });
  }, [token, mutate]);
  const problem = error ?? confirm.error ?? stop.error;
  return (
    <LoggedOutLayout title={texts.linkTitle}>
      <Stack gap="md">
        {token === '' && <Text>{texts.linkMissing}</Text>}
        {problem && <ProblemAlert error={problem} />}
        {stop.isSuccess && <Text role="status">{texts.stopped}</Text>}
        {data && !stop.isSuccess && (
          <Choice
            {...{ shop: data.merchant_name, email: data.email }}
            isConfirmed={data.is_confirmed || confirm.isSuccess}
            isPending={confirm.isPending || stop.isPending}
            onConfirm={() => confirm.mutate({ body: { token } })}
            onStop={() => stop.mutate({ body: { token } })}
          />
        )}
      </Stack>
    </LoggedOutLayout>
  );
}

function Choice({
  shop,
  email,
  isConfirmed,
  isPending,
  onConfirm,
  onStop,
}: {
  shop: string;
  email: string;
  isConfirmed: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onStop: () => void;
}) {
  return (
    <>
      <Text role="status">
        {isConfirmed ? texts.confirmed(shop, email) : texts.confirmHint(shop, email)}
      </Text>
      {!isConfirmed && (
        <Button fullWidth loading={isPending} onClick={onConfirm}>
          {texts.confirm}
        </Button>
      )}
      <Button fullWidth variant="default" loading={isPending} onClick={onStop}>
        {isConfirmed ? texts.stopLater : texts.stop}
      </Button>
    </>
  );
}
