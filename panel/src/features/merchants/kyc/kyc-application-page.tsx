import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function KycApplicationPage() {
  return <PageHeader title={texts.kyc.title} />;
}
