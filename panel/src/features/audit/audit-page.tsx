import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function AuditPage() {
  return <PageHeader title={texts.audit.title} />;
}
