import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';
import { Entrance } from './entrance.tsx';

const { account } = texts;

/** Confirms an e-mail by the link of a mail: its token stands behind the `#`. */
export function ConfirmPage() {
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
      {account.logIn}
    </Button>
  );
  if (token === '') {
    return (
      <Entrance title={account.confirmTitle} hint={account.linkMissing}>
        {logIn}
      </Entrance>
    );
  }
  if (confirm.isSuccess) {
    return (
      <Entrance title={account.confirmedTitle} hint={account.confirmedHint}>
        {logIn}
      </Entrance>
    );
  }
  return (
    <Entrance title={account.confirming}>
      {confirm.error ? <ProblemAlert error={confirm.error} /> : <Text role="status">…</Text>}
      {confirm.error && logIn}
    </Entrance>
  );
}
