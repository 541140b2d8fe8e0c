import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';

/** Confirms an e-mail address by the link of a mail: the token is after the `#`. */
export function ConfirmEmailPage() {
  const token = location.hash.slice(1);
  const confirm = api.useMutation('post', '/api/account/email-confirmation/confirm');
  const isSent = useRef(false);
  useEffect(() => {
    if (token === '' || isSent.current) return;
    isSent.current = true;
    confirm.mutate({ body: { token } });
  }, [token, confirm.mutate]);
  const logIn = (
    <Button component={Link} to="/entrar" fullWidth>
      {texts.logIn}
    </Button>
  );
  if (token === '') {
    return (
      <LoggedOutLayout title={texts.confirmTitle} hint={texts.linkMissing}>
        {logIn}
      </LoggedOutLayout>
    );
  }
  if (confirm.isSuccess) {
    return (
      <LoggedOutLayout title={texts.confirmedTitle} hint={texts.confirmedHint}>
        {logIn}
      </LoggedOutLayout>
    );
  }
  return (
    <LoggedOutLayout title={texts.confirming}>
      {confirm.error ? <ProblemAlert error={confirm.error} /> : <Text role="status">…</Text>}
      {confirm.error && logIn}
    </LoggedOutLayout>
  );
}
