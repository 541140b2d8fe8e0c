import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function OwnAuditPage() {
  return <PageHeader title={texts.audit.title} />;
}
