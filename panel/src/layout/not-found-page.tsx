import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconQuestionMark } from '#panel/icons.ts';
import { texts } from '#texts/layout.ts';
import { PageMessage } from './page-message.tsx';

export function NotFoundPage() {
  return (
    <PageMessage
      icon={IconQuestionMark}
      title={texts.notFound}
      description={texts.notFoundHint}
      action={
        <Button component={Link} to="/">
          {texts.goHome}
        </Button>
      }
    />
  );
}
