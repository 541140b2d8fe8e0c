import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function StatementPage() {
  return <PageHeader title={texts.statement.title} />;
}
