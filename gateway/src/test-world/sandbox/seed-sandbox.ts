import {
  ensurePublishedCredential,
  revokeAllCredentials,
} from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { defaultFeePlan, ensureSandboxMerchant } from '#src/accounts/merchants/open-merchant.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { FeeDefaults, SandboxConfig } from '#src/ground/config/config.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { createId } from '#src/ground/ids.ts';

export interface SeedDeps extends DatabaseAndClock {
  readonly fees: FeeDefaults;
  readonly sandbox: SandboxConfig;
}

/**
 * Creates the public sandbox account at the first start, and its published key pair. While it is
 * closed its keys are revoked; the account stays, because its rows are deleted in batches. Throws
 * if another merchant has its username.
 */
export function seedSandbox(deps: SeedDeps): Promise<Merchant> {
  const { isOpen, clientId, clientSecret } = deps.sandbox;
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const merchant = await ensureSandboxMerchant(
      tx,
      {
        merchantId: createId(now),
        username: 'sandbox',
        name: 'Loja Sandbox',
        document: '11222333000181',
        city: '',
        status: 'active',
        isSandbox: true,
        feePlan: defaultFeePlan(deps.fees),
      },
      now,
    );
    const { merchantId } = merchant;
    const pair = { clientId, clientSecret };
    const settings = { merchantId, name: 'Sandbox público', createdAt: now };
    if (isOpen) await ensurePublishedCredential(tx, pair, settings);
    else await revokeAllCredentials(tx, merchantId, now);
    return merchant;
  });
}
