import { IconWebhook } from '#panel/icons.ts';
import { lazyPage } from '#panel/routing/lazy-page.ts';
import type { Page } from '#panel/routing/page.ts';
import { menu } from '#panel/texts/menu.ts';

export const merchantPages = [
  {
    path: '/webhooks',
    component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
    menu: {
      group: 'integration',
      label: menu.webhooks,
      icon: IconWebhook,
      operation: 'listWebhooks',
    },
  },
  {
    path: '/webhooks/$webhookId',
    component: lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage'),
  },
] as const satisfies readonly Page[];
