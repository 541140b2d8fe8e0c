import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconShieldLock } from '#panel/icons.ts';
import { type Environment, useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { CodeInput } from './code-input.tsx';

/**
 * Asks for a code of the authenticator. Users without a second factor see nothing in the test
 * environment, and in production how to turn it on, because the gateway requires it there.
 */
export function CodeField({
  code,
  onChange,
  environment,
}: {
  code: string;
  onChange: (code: string) => void;
  /** The environment of the change, if it isn't the current one. */
  environment?: Environment;
}) {
  const current = useEnvironment();
  const { user, role } = useSession();
  if (user.has_second_factor) {
    return <CodeInput label={common.code} value={code} onChange={onChange} />;
  }
  if (role === 'operator') return <EnrolHint account="/operador/conta" />;
  return (environment ?? current) === 'live' ? <EnrolHint account="/painel/conta" /> : null;
}

function EnrolHint({ account }: { account: '/painel/conta' | '/operador/conta' }) {
  return (
    <Alert variant="outline" icon={<IconShieldLock size={18} />}>
      <Text size="sm">
        {common.secondFactorNeeded}{' '}
        <Anchor component={Link} to={account} inherit underline="always">
          {common.secondFactorAction}
        </Anchor>
      </Text>
    </Alert>
  );
}

/** The code as a field of a request. */
export function codeOf(code: string): { code?: string } {
  return code === '' ? {} : { code };
}
