import { Button, Center } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { texts } from '#panel/texts/texts.ts';

export function NotFoundPage() {
  return (
    <Center mih="60vh">
      <EmptyState
        title={texts.layout.notFound}
        description={texts.layout.notFoundHint}
        action={
          <Button component={Link} to="/">
            {texts.layout.goHome}
          </Button>
        }
      />
    </Center>
  );
}
