import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function TransactionsPage() {
  return <PageHeader title={texts.transactions.title} />;
}
