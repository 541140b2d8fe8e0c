import {
  Anchor,
  Button,
  Divider,
  Group,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, isProblem } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { forgetSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { SecondFactorStep } from './second-factor-step.tsx';
import { SendConfirmationAgain } from './send-confirmation-again.tsx';
import { keptInvitationPage } from './team/kept-invitation.ts';
import { useSandboxLogIn } from './use-sandbox-log-in.ts';

/** E-mail and password, then the second factor if the user has one. */
export function LogInPage() {
  const [isSecondStep, setSecondStep] = useState(false);
  if (isSecondStep)
    return <SecondFactorStep onDone={enter} onExpired={() => setSecondStep(false)} />;
  return (
    <LoggedOutLayout title={texts.logInTitle}>
      <LogInForm onSecondStep={() => setSecondStep(true)} />
    </LoggedOutLayout>
  );
}

// Loads the page again, so that no data from before the log-in remains.
function enter(): void {
  forgetSession();
  const back = new URLSearchParams(location.search).get('voltar') ?? '/';
  const page = /^\/(painel|operador)(\/|$|\?)/.test(back) ? back : '/';
  location.assign(keptInvitationPage() ?? page);
}

function LogInForm({ onSecondStep }: { onSecondStep: () => void }) {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const logIn = api.useMutation('post', '/api/account/log-in', {
    meta: { isStep: true },
    onSuccess: (answer) => (answer.is_second_factor_needed ? onSecondStep() : enter()),
  });
  const enterSandbox = useSandboxLogIn((body) => logIn.mutate({ body }));
  const isUnconfirmed = isProblem(logIn.error) && logIn.error.code === 'email_not_confirmed';
  return (
    <Form
      check={form.validate}
      isKept={false}
      onSubmit={form.onSubmit((body) => logIn.mutate({ body }))}
    >
      <Stack gap="md">
        {logIn.error && <ProblemAlert error={logIn.error} />}
        {isUnconfirmed && <SendConfirmationAgain email={form.values.email} />}
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={logIn.isPending} fullWidth>
          {texts.logIn}
        </Button>
        <Anchor component={Link} to="/esqueci-a-senha" size="sm" ta="center">
          {texts.forgot}
        </Anchor>
        <Divider />
        {enterSandbox && (
          <Button variant="default" fullWidth disabled={logIn.isPending} onClick={enterSandbox}>
            {texts.trySandbox}
          </Button>
        )}
        <Group justify="center" gap={6}>
          <Text size="sm">{texts.noAccount}</Text>
          <Anchor component={Link} to="/cadastrar" size="sm" underline="always">
            {texts.signUpLink}
          </Anchor>
        </Group>
      </Stack>
    </Form>
  );
}
