import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { forgetSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { openConfirmationChannel } from './confirmation-channel.ts';
import { SendConfirmationAgain } from './send-confirmation-again.tsx';
import { useSandboxLogIn } from './use-sandbox-log-in.ts';

/**
 * Waits until the e-mail is confirmed, and logs in then with the password that was typed on this
 * page. A confirmation in the same browser is noticed; after one elsewhere a button does it.
 */
export function CheckMail({ email, password }: { email: string; password: string }) {
  const [channel, setChannel] = useState<ReturnType<typeof openConfirmationChannel>>();
  const logIn = api.useMutation('post', '/api/account/log-in', {
    onSuccess: () => {
      channel?.tell('logged-in');
      forgetSession();
      location.assign('/');
    },
  });
  const enter = () => logIn.mutate({ body: { email, password } });
  const onConfirmed = useEffectEvent(enter);
  useEffect(() => {
    const opened = openConfirmationChannel((notice) => {
      if (notice === 'confirmed') onConfirmed();
    });
    setChannel(opened);
    return () => opened.close();
  }, []);
  const enterSandbox = useSandboxLogIn((body) => logIn.mutate({ body }));
  return (
    <LoggedOutLayout title={texts.checkMailTitle} hint={texts.checkMail(email)}>
      <Stack gap="md">
        {logIn.error && <ProblemAlert error={logIn.error} />}
        <Button loading={logIn.isPending} fullWidth onClick={enter}>
          {texts.hasConfirmed}
        </Button>
        <SendConfirmationAgain email={email} />
        <Text size="sm" c="dimmed" ta="center">
          {texts.mailMissing}
        </Text>
        {enterSandbox && (
          <Button variant="default" fullWidth onClick={enterSandbox}>
            {texts.trySandbox}
          </Button>
        )}
        <Anchor component={Link} to="/entrar" size="sm" ta="center" underline="always">
          {texts.logIn}
        </Anchor>
      </Stack>
    </LoggedOutLayout>
  );
}
