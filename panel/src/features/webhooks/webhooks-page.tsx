import { PageHeader } from '#panel/components/page-header.tsx';
import { texts } from '#panel/texts/texts.ts';

export function WebhooksPage() {
  return <PageHeader title={texts.webhooks.title} />;
}
