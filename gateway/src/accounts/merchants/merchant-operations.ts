import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly, OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { TERMS_FIELDS, termsView } from '#src/ledger/settlements/terms-view.ts';
import { changeMerchantStatus, setMerchantFee } from './change-merchant.ts';
import { setCredentialLimit } from './credentials/manage-credentials.ts';
import {
  FeeBody,
  MerchantDetails,
  MerchantList,
  MerchantQuery,
  RateLimitBody,
  SuspendBody,
} from './merchant-schemas.ts';
import { merchantDetails, merchantItem } from './merchant-view.ts';
import { type ReadMerchantDeps, readMerchant } from './read-merchant.ts';
import { searchMerchants } from './search-merchants.ts';
import { setSettlementTerms } from './set-settlement-terms.ts';

const { operation } = operationsOf<MerchantOperatorDeps>();

const LIMIT_DEFAULT = 20;
const STATUS_CODES: readonly ProblemCode[] = [
  'merchant_not_found',
  'status_change_refused',
  'sandbox_forbidden',
];

export interface MerchantOperatorDeps extends ReadMerchantDeps {
  readonly defaultRateLimitPerMinute: number;
}

/** The operators' search and details of merchants, and changes of status, fees and limits. */
export const merchantOperations = [
  operation({
    at: 'GET /merchants',
    operator: { id: 'listMerchants', access: operatorRules.read },
    query: MerchantQuery,
    answer: [200, MerchantList],
    run: async ({ deps, query: { search, status, cursor, limit = LIMIT_DEFAULT } }) => {
      const page = { search, status, cursor, limit };
      const { rows: merchants, next } = await searchMerchants(deps.database, page);
      const ids = merchants.map(({ merchantId }) => merchantId);
      const volumes = await deps.readVolumes(deps.database, ids, deps.clock.now());
      const data = merchants.map((merchant) => merchantItem(merchant, volumes));
      return { data, next_cursor: next };
    },
  }),
  operation({
    at: 'GET /merchants/:username',
    operator: { id: 'getMerchant', access: operatorRules.read },
    answer: [200, MerchantDetails],
    refuses: ['merchant_not_found'],
    run: ({ deps, params: { username } }) => detailsOf(deps, username),
  }),
  operation({
    at: 'POST /merchants/:username/suspend',
    operator: { id: 'suspendMerchant', access: operatorRules.books },
    body: SuspendBody,
    answer: [200, MerchantDetails],
    refuses: STATUS_CODES,
    run: async ({ deps, by, params: { username }, body }) => {
      const decision = { change: 'suspend', reason: body.reason.trim() } as const;
      await changeMerchantStatus(deps, username, decision, by);
      return detailsOf(deps, username);
    },
  }),
  operation({
    at: 'POST /merchants/:username/reinstate',
    operator: { id: 'reinstateMerchant', access: operatorRules.money },
    body: CodeOnly,
    answer: [200, MerchantDetails],
    refuses: STATUS_CODES,
    run: async ({ deps, by, params: { username } }) => {
      await changeMerchantStatus(deps, username, { change: 'reinstate' }, by);
      return detailsOf(deps, username);
    },
  }),
  operation({
    at: 'PUT /merchants/:username/fee',
    operator: { id: 'setMerchantFee', access: operatorRules.books },
    body: FeeBody,
    answer: [200, MerchantDetails],
    refuses: ['merchant_not_found'],
    run: async ({ deps, by, params: { username }, body }) => {
      const fee = {
        basisPoints: body.basis_points,
        fixedCentavos: body.fixed_centavos,
        payoutFeeCentavos: body.payout_fee_centavos,
      };
      await setMerchantFee(deps, username, fee, by);
      return detailsOf(deps, username);
    },
  }),
  operation({
    at: 'PUT /merchants/:username/settlement',
    operator: { id: 'setSettlementTerms', access: operatorRules.money },
    body: Type.Object({ ...TERMS_FIELDS, code: OptionalCode }),
    answer: [200, Type.Object(TERMS_FIELDS)],
    refuses: ['merchant_not_found', 'sandbox_forbidden', 'settlement_invalid'],
    run: async ({ deps, by, params: { username }, body }) => {
      const terms = {
        delayDays: body.delay_days,
        inBusinessDays: body.business_days,
        reserveBasisPoints: body.reserve_basis_points,
        reserveDays: body.reserve_days,
      };
      return termsView(await setSettlementTerms(deps, username, terms, by));
    },
  }),
  operation({
    at: 'PUT /credentials/:client_id/rate-limit',
    operator: { id: 'setCredentialLimit', access: operatorRules.admin },
    body: RateLimitBody,
    answer: [204, Type.Null()],
    refuses: ['credential_not_found'],
    run: async ({ deps, by, params: { client_id: clientId }, body }) => {
      await setCredentialLimit(deps, clientId, body.per_minute, by);
      return null;
    },
  }),
];

async function detailsOf(deps: MerchantOperatorDeps, username: string) {
  return merchantDetails(await readMerchant(deps, username), deps.defaultRateLimitPerMinute);
}
