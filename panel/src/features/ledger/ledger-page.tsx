import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function LedgerPage() {
  return <PageHeader title={texts.ledger.title} />;
}
