import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function MailsPage() {
  return <PageHeader title={texts.mail.title} />;
}
