import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { LoggedOutLayout } from '#panel/components/logged-out-layout.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';
import { CheckMail } from './check-mail.tsx';
import { usernameOf } from './suggest-username.ts';

const PASSWORD_LENGTH_MIN = 10;
/** The field that a refusal is about. */
const FIELD_OF_CODE = {
  name_invalid: 'name',
  username_invalid: 'username',
  username_reserved: 'username',
  username_taken: 'username',
  password_too_weak: 'password',
};
// The browser's own messages would be in the browser's language.
const FAULTS = {
  name: (name: string) => (name.trim() === '' ? texts.nameMissing : null),
  username: (username: string) => (username.trim() === '' ? texts.usernameMissing : null),
  email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : texts.emailMissing),
  password: (password: string) =>
    password.length < PASSWORD_LENGTH_MIN ? texts.passwordTooShort : null,
};

/** Creates an account; a link by mail activates it. */
export function SignUpPage() {
  const form = useForm({
    initialValues: { name: '', username: '', email: '', password: '' },
    validate: FAULTS,
  });
  const isUsernameTyped = useRef(false);
  const signUp = api.useMutation('post', '/api/account/sign-up', {
    onError: (error) => form.setErrors(fieldErrors(error, FIELD_OF_CODE)),
  });
  const isMarked = Object.keys(form.errors).length > 0;
  if (signUp.isSuccess) {
    const { email, password } = form.values;
    return <CheckMail email={email.trim()} password={password} />;
  }
  return (
    <LoggedOutLayout title={texts.signUpTitle} hint={texts.signUpHint}>
      <Form check={form.validate} onSubmit={form.onSubmit((body) => signUp.mutate({ body }))}>
        <Stack gap="md">
          {signUp.error && !isMarked && <ProblemAlert error={signUp.error} />}
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            autoComplete="organization"
            required
            {...form.getInputProps('name')}
            onChange={(event) => {
              const { value } = event.currentTarget;
              form.setFieldValue('name', value);
              // A username that the person has typed stays.
              if (!isUsernameTyped.current) form.setFieldValue('username', usernameOf(value));
            }}
          />
          <TextInput
            label={texts.username}
            description={texts.usernameHint}
            autoComplete="off"
            autoCapitalize="none"
            required
            {...form.getInputProps('username')}
            onChange={(event) => {
              isUsernameTyped.current = true;
              form.setFieldValue('username', event.currentTarget.value);
            }}
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
            aria-invalid={form.errors.password !== undefined}
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
      </Form>
    </LoggedOutLayout>
  );
}
