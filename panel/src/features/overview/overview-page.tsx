import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function OverviewPage() {
  return <PageHeader title={texts.overview.title} />;
}
