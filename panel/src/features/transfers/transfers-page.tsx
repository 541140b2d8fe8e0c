import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function TransfersPage() {
  return <PageHeader title={texts.transfers.title} />;
}
