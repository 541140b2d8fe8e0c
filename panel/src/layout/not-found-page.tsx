import { Button, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { texts } from './texts.ts';

export function NotFoundPage() {
  return (
    <Center mih="60vh">
      <EmptyState
        title={texts.notFound}
        description={texts.notFoundHint}
        action={
          <Button component={Link} to="/">
            {texts.goHome}
          </Button>
        }
      />
    </Center>
  );
}
