import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconShieldLock } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/layout.ts';
import { operatorNavigation } from './navigation.ts';
import { Shell } from './shell.tsx';

/** The frame of the operators' pages. */
export function OperatorShell() {
  const { user } = useSession();
  return (
    <Shell
      navigation={operatorNavigation}
      home="/operador"
      banner={user.has_second_factor ? null : <SecondFactorBanner />}
    />
  );
}

function SecondFactorBanner() {
  return (
    <Alert
      mb="lg"
      variant="outline"
      icon={<IconShieldLock size={18} />}
      title={texts.secondFactorTitle}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.secondFactorHint}</Text>
        <Button component={Link} to="/operador/conta" size="xs">
          {common.secondFactorAction}
        </Button>
      </Group>
    </Alert>
  );
}
