import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';

/** Sets a new password by the link of a mail: the token is after the `#`. */
export function NewPasswordPage() {
  const token = location.hash.slice(1);
  const navigate = useNavigate();
  const form = useForm({ initialValues: { password: '' } });
  const finish = api.useMutation('post', '/api/account/password-reset/finish', {
    onSuccess: () => {
      showDone(texts.passwordSaved);
      void navigate({ to: '/entrar' });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <LoggedOutLayout title={texts.newPasswordTitle}>
      {token === '' ? (
        <Text>{texts.linkMissing}</Text>
      ) : (
        <Form
          check={form.validate}
          onSubmit={form.onSubmit(({ password }) => finish.mutate({ body: { token, password } }))}
        >
          <Stack gap="md">
            {finish.error && <ProblemAlert error={finish.error} />}
            <PasswordInput
              label={texts.newPassword}
              description={texts.passwordHint}
              autoComplete="new-password"
              required
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={finish.isPending} fullWidth>
              {texts.saveNewPassword}
            </Button>
          </Stack>
        </Form>
      )}
    </LoggedOutLayout>
  );
}
