import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#panel/texts/texts.ts';
import { Entrance } from './entrance.tsx';

const { account } = texts;

/** A new account: then a link by mail, which makes it usable. */
export function SignUpPage() {
  const form = useForm({ initialValues: { name: '', username: '', email: '', password: '' } });
  const signUp = api.useMutation('post', '/api/account/sign-up', {
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (signUp.isSuccess) {
    return (
      <Entrance title={account.checkMailTitle} hint={account.checkMail(form.values.email)}>
        <Anchor component={Link} to="/entrar" underline="always">
          {account.logIn}
        </Anchor>
      </Entrance>
    );
  }
  return (
    <Entrance title={account.signUpTitle} hint={account.signUpHint}>
      <form onSubmit={form.onSubmit((body) => signUp.mutate({ body }))}>
        <Stack gap="md">
          {signUp.error && <ProblemAlert error={signUp.error} />}
          <TextInput
            label={account.name}
            description={account.nameHint}
            autoComplete="organization"
            required
            {...form.getInputProps('name')}
          />
          <TextInput
            label={account.username}
            description={account.usernameHint}
            autoComplete="off"
            autoCapitalize="none"
            required
            {...form.getInputProps('username')}
          />
          <TextInput
            label={account.email}
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={account.password}
            description={account.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signUp.isPending} fullWidth>
            {account.signUp}
          </Button>
          <Group justify="center" gap={6}>
            <Text size="sm">{account.haveAccount}</Text>
            <Anchor component={Link} to="/entrar" size="sm" underline="always">
              {account.logIn}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </Entrance>
  );
}
