import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function KycPage() {
  return <PageHeader title={texts.kyc.title} />;
}
