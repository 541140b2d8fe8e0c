import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';
import { Entrance } from './entrance.tsx';

const { account } = texts;

/** Asks for a link by mail. The answer doesn't tell whether there is such an account. */
export function ForgottenPage() {
  const form = useForm({ initialValues: { email: '' } });
  const send = api.useMutation('post', '/api/account/password-reset');
  return (
    <Entrance title={account.forgotTitle} hint={account.forgotHint}>
      <form onSubmit={form.onSubmit((body) => send.mutate({ body }))}>
        <Stack gap="md">
          {send.error && <ProblemAlert error={send.error} />}
          {send.isSuccess && <Text role="status">{account.linkSent}</Text>}
          <TextInput
            label={account.email}
            type="email"
            autoComplete="username"
            required
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={send.isPending} fullWidth>
            {account.sendLink}
          </Button>
          <Anchor component={Link} to="/entrar" size="sm" ta="center">
            {texts.common.back}
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}
