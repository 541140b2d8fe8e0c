import { Alert, Stack } from '@mantine/core';
import { PageHeader } from '#panel/components/page-header.tsx';
import { useMay, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/closings.ts';
import { ClosingDueTotals } from './closing-due-totals.tsx';
import { ClosingFiles } from './closing-files.tsx';
import { ClosingMails } from './closing-mails.tsx';
import { MailedClosings } from './mailed-closings.tsx';

/** The closings of periods: their files, and the addresses that get them by mail. */
export function ClosingsPage() {
  const { merchant } = useSession();
  const mayRead = useMay('getClosingMails');
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Stack gap="lg">
        <ClosingFiles />
        {merchant?.is_sandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
        {!merchant?.is_sandbox && mayRead && (
          <>
            <ClosingMails />
            <MailedClosings />
          </>
        )}
        <ClosingDueTotals />
      </Stack>
    </>
  );
}
