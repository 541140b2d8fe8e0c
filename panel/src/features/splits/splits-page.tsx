import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function SplitsPage() {
  return <PageHeader title={texts.splits.title} />;
}
