import { Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/auth.ts';
import { AnyCodeInput, proofOf } from './password-form.tsx';

/** Changes the password: requires the current one, and ends all other sessions. */
export function ChangePassword() {
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const change = api.useMutation('post', '/api/account/password', {
    onSuccess: () => {
      form.reset();
      showDone(texts.passwordChanged);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg">
      <Form check={form.validate} onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
        <Stack gap="md" align="stretch">
          <Title order={2}>{texts.changePassword}</Title>
          {change.error && <ProblemAlert error={change.error} />}
          <PasswordInput
            label={texts.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={texts.newPassword}
            description={texts.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps('new_password')}
          />
          <Button type="submit" variant="default" loading={change.isPending}>
            {texts.changePassword}
          </Button>
        </Stack>
      </Form>
    </Paper>
  );
}

/** Changes the e-mail: a link to the old address approves it, a link to the new one confirms it. */
export function ChangeEmail() {
  const { user } = useSession();
  const form = useForm({ initialValues: { new_email: '', password: '', code: '' } });
  const change = api.useMutation('post', '/api/account/email', {
    onSuccess: () => {
      form.reset();
      showDone(texts.emailChangeSent);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Paper withBorder p="lg">
      <Form
        check={form.validate}
        onSubmit={form.onSubmit(({ code, ...body }) =>
          change.mutate({ body: { ...body, ...proofOf(code) } }),
        )}
      >
        <Stack gap="md" align="stretch">
          <Title order={2}>{texts.changeEmail}</Title>
          {change.error && <ProblemAlert error={change.error} />}
          <TextInput
            label={texts.newEmail}
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('new_email')}
          />
          <PasswordInput
            label={texts.currentPassword}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          {user.has_second_factor && <AnyCodeInput {...form.getInputProps('code')} />}
          <Button type="submit" variant="default" loading={change.isPending}>
            {texts.changeEmail}
          </Button>
        </Stack>
      </Form>
    </Paper>
  );
}
