import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Entrance } from '#panel/components/entrance.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from './texts.ts';

/** Creates an account; a link by mail activates it. */
export function SignUpPage() {
  const form = useForm({ initialValues: { name: '', username: '', email: '', password: '' } });
  const signUp = api.useMutation('post', '/api/account/sign-up', {
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  if (signUp.isSuccess) {
    return (
      <Entrance title={texts.checkMailTitle} hint={texts.checkMail(form.values.email)}>
        <Anchor component={Link} to="/entrar" underline="always">
          {texts.logIn}
        </Anchor>
      </Entrance>
    );
  }
  return (
    <Entrance title={texts.signUpTitle} hint={texts.signUpHint}>
      <form onSubmit={form.onSubmit((body) => signUp.mutate({ body }))}>
        <Stack gap="md">
          {signUp.error && <ProblemAlert error={signUp.error} />}
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            autoComplete="organization"
            required
            {...form.getInputProps('name')}
          />
          <TextInput
            label={texts.username}
            description={texts.usernameHint}
            autoComplete="off"
            autoCapitalize="none"
            required
            {...form.getInputProps('username')}
          />
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="email"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={texts.password}
            description={texts.passwordHint}
            autoComplete="new-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signUp.isPending} fullWidth>
            {texts.signUp}
          </Button>
          <Group justify="center" gap={6}>
            <Text size="sm">{texts.haveAccount}</Text>
            <Anchor component={Link} to="/entrar" size="sm" underline="always">
              {texts.logIn}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </Entrance>
  );
}
