import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/auth.ts';

/** Requests a link by mail. The answer doesn't reveal whether the account exists. */
export function ForgottenPasswordPage() {
  const form = useForm({ initialValues: { email: '' } });
  const send = api.useMutation('post', '/api/account/password-reset', {
    meta: { isStep: true },
  });
  return (
    <LoggedOutLayout title={texts.forgotTitle} hint={texts.forgotHint}>
      <Form
        check={form.validate}
        isKept={false}
        onSubmit={form.onSubmit((body) => send.mutate({ body }))}
      >
        <Stack gap="md">
          {send.error && <ProblemAlert error={send.error} />}
          {send.isSuccess && <Text role="status">{texts.linkSent}</Text>}
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={send.isPending} fullWidth>
            {texts.sendLink}
          </Button>
          <Anchor component={Link} to="/entrar" size="sm" ta="center">
            {common.back}
          </Anchor>
        </Stack>
      </Form>
    </LoggedOutLayout>
  );
}
