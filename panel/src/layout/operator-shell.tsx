import { Alert, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconShieldLock } from '#panel/icons.ts';
import { texts } from '#panel/texts/texts.ts';
import { operatorNavigation } from './navigation.ts';
import { useSession } from './session.ts';
import { Shell } from './shell.tsx';

/** The operators' side. */
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
      title={texts.layout.secondFactorTitle}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.layout.secondFactorHint}</Text>
        <Button component={Link} to="/operador/conta" size="xs">
          {texts.layout.secondFactorAction}
        </Button>
      </Group>
    </Alert>
  );
}
