import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function PayoutsPage() {
  return <PageHeader title={texts.payouts.title} />;
}
