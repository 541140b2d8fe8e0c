import { Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';

const { account } = texts;

/** A new password: the current one is asked for, and the other sessions end. */
export function ChangePassword() {
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const change = api.useMutation('post', '/api/account/password', {
    onSuccess: () => {
      form.reset();
      showDone(account.passwordChanged);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg">
      <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack gap="md" align="stretch">
          <Title order={2}>{account.changePassword}</Title>
          {change.error && <ProblemAlert error={change.error} />}
          <PasswordInput
            label={account.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={account.newPassword}
            description={account.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps('new_password')}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            {account.changePassword}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}

/** A new e-mail: the old address allows it, the new one proves itself. */
export function ChangeEmail() {
  const form = useForm({ initialValues: { new_email: '', password: '' } });
  const change = api.useMutation('post', '/api/account/email', {
    onSuccess: () => {
      form.reset();
      showDone(account.emailChangeSent);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg">
      <form onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack gap="md" align="stretch">
          <Title order={2}>{account.changeEmail}</Title>
          {change.error && <ProblemAlert error={change.error} />}
          <TextInput
            label={account.newEmail}
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('new_email')}
          />
          <PasswordInput
            label={account.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            {account.changeEmail}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
