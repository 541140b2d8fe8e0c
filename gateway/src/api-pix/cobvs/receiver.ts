import { readAddress } from '#src/accounts/merchants/address/manage-address.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Receiver } from './cobv-view.ts';

/** A charge of the test environment shows an example, so that everybody can try it. */
const EXAMPLE_ADDRESS = {
  street: 'Avenida Paulista',
  streetNumber: '1000',
  complement: null,
  district: 'Centro',
  state: 'SP',
  postalCode: '01310100',
};

/** A merchant with its address; undefined for one without an address in production. */
export async function receiverOf(
  database: Queryable,
  merchant: Pick<Merchant, 'merchantId' | 'name' | 'document' | 'city'> & {
    readonly environment: Environment;
  },
): Promise<Receiver | undefined> {
  const { merchantId, name, document, city, environment } = merchant;
  const address = await readAddress(database, merchantId);
  if (address) return { name, document, address };
  if (environment === 'live') return undefined;
  return { name, document, address: { ...EXAMPLE_ADDRESS, city } };
}
