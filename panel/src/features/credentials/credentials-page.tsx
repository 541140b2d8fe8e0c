import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function CredentialsPage() {
  return <PageHeader title={texts.credentials.title} />;
}
