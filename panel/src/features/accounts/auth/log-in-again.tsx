import { Anchor, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { sessionIsBack } from '#panel/api/ended-session.ts';
import { Form } from '#panel/components/form.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { isSameSession, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { SecondFactorStepForm } from './second-factor-step.tsx';
import { useSandboxLogIn } from './use-sandbox-log-in.ts';

/** Above the dialogs of the page, below notices. */
const LAYER = 500;
/** Nobody reads the page behind it: another person may be at the screen by now. */
const COVER = { backgroundOpacity: 0.9, blur: 12 };

/**
 * The log-in above a page whose session has ended. What was typed on the page stays, with the
 * idempotency key of its form; nothing is sent by itself. Another account opens a new page.
 */
export function LogInAgain() {
  const [isSecondStep, setSecondStep] = useState(false);
  const client = useQueryClient();
  const router = useRouter();
  const goOn = async () => {
    if (!(await isSameSession())) return location.reload();
    sessionIsBack();
    showDone(texts.loggedInAgain);
    // Parts of the page without data show their error until they are read anew.
    const hasNothing = ({ state }: Query) => state.status === 'error' && state.data === undefined;
    await client.resetQueries({ predicate: hasNothing });
    await client.invalidateQueries();
    await router.invalidate();
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={isSecondStep ? texts.secondStepTitle : texts.logInAgain}
      zIndex={LAYER}
      overlayProps={COVER}
    >
      <Stack gap="md">
        {!isSecondStep && <Text>{texts.logInAgainHint}</Text>}
        {isSecondStep ? (
          <SecondFactorStepForm onDone={goOn} onExpired={() => setSecondStep(false)} />
        ) : (
          <PasswordStep onDone={goOn} onSecondStep={() => setSecondStep(true)} />
        )}
        <Anchor href="/entrar" size="sm" ta="center">
          {texts.logInAsOther}
        </Anchor>
      </Stack>
    </Modal>
  );
}

function PasswordStep({ onDone, onSecondStep }: { onDone: () => void; onSecondStep: () => void }) {
  const { user, merchant } = useSession();
  const form = useForm({ initialValues: { email: user.email, password: '' } });
  const logIn = api.useMutation('post', '/api/account/log-in', {
    meta: { isStep: true },
    onSuccess: (answer) => (answer.is_second_factor_needed ? onSecondStep() : onDone()),
  });
  const enterSandbox = useSandboxLogIn((body) => logIn.mutate({ body }));
  if (merchant?.is_sandbox) {
    return (
      enterSandbox && (
        <Button loading={logIn.isPending} onClick={enterSandbox} data-autofocus>
          {texts.trySandbox}
        </Button>
      )
    );
  }
  return (
    <Form
      check={form.validate}
      isKept={false}
      onSubmit={form.onSubmit((body) => logIn.mutate({ body }))}
    >
      <Stack gap="md">
        {logIn.error && <ProblemAlert error={logIn.error} />}
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          readOnly
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={logIn.isPending} fullWidth>
          {texts.logIn}
        </Button>
      </Stack>
    </Form>
  );
}
