import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { AddressBody, AddressView } from '../kyc/kyc-schemas.ts';
import { addressOfBody, addressView } from '../kyc/kyc-view.ts';
import { readAddress, setAddress } from './manage-address.ts';

const { operation } = operationsOf<DatabaseAndClock>();

const OwnAddress = Type.Object({
  address: Type.Union([AddressView, Type.Null()], {
    description: 'Null enquanto o lojista não tem endereço.',
  }),
});

/** The operations on the address of the member's merchant. */
export const addressOperations = [
  operation({
    at: 'GET /address',
    member: { id: 'getMerchantAddress', access: memberRules.read, environment: 'none' },
    answer: [200, OwnAddress],
    run: async ({ deps, owner: { merchant } }) => {
      const address = await readAddress(deps.database, merchant.merchantId);
      return { address: address ? addressView(address) : null };
    },
  }),
  operation({
    at: 'PUT /address',
    member: { id: 'setMerchantAddress', access: memberRules.owner, environment: 'none' },
    body: Type.Object({ address: AddressBody }),
    answer: [200, OwnAddress],
    run: async ({ deps, owner: { merchant }, by, body }) => ({
      address: addressView(await setAddress(deps, merchant, addressOfBody(body.address), by)),
    }),
  }),
];
