import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function HealthPage() {
  return <PageHeader title={texts.health.title} />;
}
