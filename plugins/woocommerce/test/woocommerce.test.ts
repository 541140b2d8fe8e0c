import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startGateway } from '../../../gateway/test/support/gateway.ts';
import { whyNoPhp } from '../../../sdk/test/support/languages.ts';
import { testBrowser } from './browser.ts';
import { testDueDates } from './due-dates.ts';
import { testOrders } from './orders.ts';
import { testPacking } from './packing.ts';
import { testRefunds } from './refunds.ts';
import type { ShopKind } from './support/shop.ts';
import { testTexts } from './texts.ts';
import { testWebhooks } from './webhooks.ts';

const WORDPRESS = process.env.WOOCOMMERCE_WORDPRESS;
const noPhp = whyNoPhp();
const noWordPress =
  WORDPRESS === undefined || !existsSync(join(WORDPRESS, 'wp-load.php'))
    ? 'WOOCOMMERCE_WORDPRESS names no WordPress with WooCommerce'
    : undefined;

const kinds: readonly (ShopKind & { readonly skip: string | false })[] = [
  { name: 'the plug-in alone', wordpress: undefined, skip: noPhp ?? false },
  { name: 'a real WordPress', wordpress: WORDPRESS, skip: noPhp ?? noWordPress ?? false },
];

testTexts(noPhp);
testPacking(noPhp);

for (const { skip, ...kind } of kinds) {
  test(`WooCommerce: ${kind.name}`, { skip }, async (context) => {
    // Refunds of test keys end a second after they were made.
    const env = { SANDBOX_PAYMENT_DELAY_SECONDS: '1' };
    const gateway = await startGateway(context, { env });
    await testOrders(context, gateway, kind);
    await testDueDates(context, gateway, kind);
    await testWebhooks(context, gateway, kind);
    await testRefunds(context, gateway, kind);
    await testBrowser(context, gateway, kind);
  });
}
