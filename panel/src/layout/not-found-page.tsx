import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconQuestionMark } from '#panel/icons.ts';
import { PageMessage } from './page-message.tsx';
import { texts } from './texts.ts';

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
