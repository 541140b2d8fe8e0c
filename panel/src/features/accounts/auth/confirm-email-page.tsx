import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';
import { openConfirmationChannel } from './confirmation-channel.ts';

/** Confirms an e-mail address by the link of a mail: the token is after the `#`. */
export function ConfirmEmailPage() {
  const token = location.hash.slice(1);
  const [channel, setChannel] = useState<ReturnType<typeof openConfirmationChannel>>();
  useEffect(() => {
    const opened = openConfirmationChannel((notice) => {
      // The page of the sign-up has logged in, in this browser.
      if (notice === 'logged-in') location.assign('/');
    });
    setChannel(opened);
    return () => opened.close();
  }, []);
  const confirm = api.useMutation('post', '/api/account/email-confirmation/confirm', {
    onSuccess: () => channel?.tell('confirmed'),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (token === '' || isSent.current || !channel) return;
    isSent.current = true;
    confirm.mutate({ body: { token } });
  }, [token, channel, confirm.mutate]);
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
