import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, isProblem } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { CodeInput } from '#panel/components/code-input.tsx';
import { Form } from '#panel/components/form.tsx';
import { ProblemAlert, QueryState } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/team.ts';
import { useChooseMerchant } from '../memberships/use-choose-merchant.ts';
import { keepInvitation } from './kept-invitation.ts';

interface Invited {
  readonly email: string;
  readonly token: string;
}

/** The acceptance of an invitation by a person whose e-mail has an account: with its log-in. */
export function JoinWithAccount(invited: Invited) {
  const session = api.useQuery('get', '/api/account/session', undefined, { retry: false });
  const isLoggedOut = isProblem(session.error) && session.error.code === 'not_logged_in';
  if (isLoggedOut) return <LogInFirst {...invited} />;
  return (
    <QueryState query={session}>
      {({ user }) =>
        user.email === invited.email ? (
          <JoinForm {...invited} hasSecondFactor={user.has_second_factor} />
        ) : (
          <LogOutFirst {...invited} current={user.email} />
        )
      }
    </QueryState>
  );
}

function LogInFirst({ email, token }: Invited) {
  const logIn = () => {
    keepInvitation(token);
    location.assign('/entrar');
  };
  return (
    <Stack gap="md">
      <Text>{texts.hasAccount(email)}</Text>
      <Button fullWidth onClick={logIn}>
        {texts.logIn}
      </Button>
    </Stack>
  );
}

function LogOutFirst({ email, token, current }: Invited & { current: string }) {
  const logOut = api.useMutation('post', '/api/account/log-out', {
    onSuccess: () => {
      keepInvitation(token);
      location.assign('/entrar');
    },
  });
  return (
    <Stack gap="md">
      {logOut.error && <ProblemAlert error={logOut.error} />}
      <Text>{texts.otherAccount(email, current)}</Text>
      <Button fullWidth loading={logOut.isPending} onClick={() => logOut.mutate({})}>
        {texts.changeAccount}
      </Button>
    </Stack>
  );
}

function JoinForm({ email, token, hasSecondFactor }: Invited & { hasSecondFactor: boolean }) {
  const [code, setCode] = useState('');
  const { choose } = useChooseMerchant();
  const join = api.useMutation('post', '/api/account/invitation/join', {
    onSuccess: ({ username }) => choose(username),
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate({ body: { token, ...codeOf(code) } });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        {join.error && <ProblemAlert error={join.error} />}
        <Text>{texts.joinHint(email)}</Text>
        {hasSecondFactor && <CodeInput label={common.code} value={code} onChange={setCode} />}
        <Button type="submit" loading={join.isPending || join.isSuccess} fullWidth>
          {texts.accept}
        </Button>
      </Stack>
    </Form>
  );
}
