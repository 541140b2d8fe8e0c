import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function MerchantPage() {
  return <PageHeader title={texts.merchants.title} />;
}
