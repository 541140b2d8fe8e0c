import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { api, isProblem } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';

const CODE_LENGTH = 6;

interface SecondFactorStepProps {
  readonly onDone: () => void;
  readonly onExpired: () => void;
}

/** The code of the authenticator, or one of the recovery codes, on a page of its own. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  return (
    <LoggedOutLayout title={texts.secondStepTitle}>
      <SecondFactorStepForm {...props} />
    </LoggedOutLayout>
  );
}

/** The same as a form alone. */
export function SecondFactorStepForm({ onDone, onExpired }: SecondFactorStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const verify = api.useMutation('post', '/api/account/log-in/second-factor', {
    onSuccess: onDone,
    onError: (error) => {
      setCode('');
      if (isProblem(error) && error.code === 'log_in_expired') onExpired();
    },
  });
  const field = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other code has another field
  useEffect(() => field.current?.focus(), [isRecovery]);
  const change = () => {
    setRecovery(!isRecovery);
    setCode('');
    verify.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate({ body: isRecovery ? { recovery_code: code.trim() } : { code } });
  };
  return (
    <Form isKept={false} onSubmit={submit}>
      <Stack gap="md">
        {verify.error && <ProblemAlert error={verify.error} />}
        <TextInput
          ref={field}
          label={isRecovery ? texts.recoveryCode : texts.code}
          description={isRecovery ? texts.recoveryHint : texts.secondStepHint}
          required
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          maxLength={isRecovery ? undefined : CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" loading={verify.isPending} fullWidth>
          {texts.verify}
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {isRecovery ? texts.useCode : texts.useRecoveryCode}
        </Anchor>
      </Stack>
    </Form>
  );
}
