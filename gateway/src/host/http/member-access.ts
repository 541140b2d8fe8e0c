import type { FastifyRequest } from 'fastify';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { INTEGRATION_READERS, MEMBER_ROLES, type MemberRole } from '#src/ground/access/roles.ts';

/**
 * Whether a change needs a code of the second factor. `required` refuses members who have no second
 * factor; `if_enrolled` lets them pass.
 */
export type CodeRule = 'required' | 'if_enrolled' | 'none';

/** The access rule of one operation of the merchants' panel. */
export interface MemberAccess {
  /** By environment. A path without an environment has the roles and the rule of `live`. */
  readonly roles: Readonly<Record<Environment, readonly MemberRole[]>>;
  readonly code: Readonly<Record<Environment, CodeRule>>;
  /** Limits the rule of the code to bodies that need it. Without it all bodies do. */
  readonly needsCode?: (body: Readonly<Record<string, unknown>>) => boolean;
}

const NO_CODE = { test: 'none', live: 'none' } as const;
/** For operations that move money or show secrets of keys. */
const CODE = { test: 'if_enrolled', live: 'required' } as const;
/** For settings that decide about production money. */
const CODE_IN_LIVE = { test: 'none', live: 'required' } as const;

const MONEY = { test: ['owner', 'finance', 'developer'], live: ['owner', 'finance'] } as const;
const INTEGRATION = { test: ['owner', 'developer'], live: ['owner'] } as const;
const KEYS = both(['owner', 'developer']);

const read: MemberAccess = { roles: both(MEMBER_ROLES), code: NO_CODE };
/** For what names members of the team or leads to their server. */
const readTeam: MemberAccess = {
  roles: both(['owner', 'finance', 'developer', 'viewer']),
  code: NO_CODE,
};
const readIntegration: MemberAccess = { roles: both(INTEGRATION_READERS), code: NO_CODE };
const owner: MemberAccess = { roles: both(['owner']), code: NO_CODE };
// A member may get roles that move money, in every environment.
const team: MemberAccess = {
  roles: both(['owner']),
  code: { test: 'required', live: 'required' },
};
// It decides which addresses outside of the team get the books.
const books: MemberAccess = { roles: both(['owner', 'finance']), code: NO_CODE };
const charge: MemberAccess = { roles: MONEY, code: NO_CODE };
const money: MemberAccess = { roles: MONEY, code: CODE };
const integration: MemberAccess = { roles: INTEGRATION, code: NO_CODE };
const endpoint: MemberAccess = { roles: INTEGRATION, code: CODE_IN_LIVE };
const key: MemberAccess = { roles: KEYS, code: CODE };

/**
 * The access rules of the merchants' panel, by `operationId`. An operation without a rule is
 * refused to everyone.
 */
export const MEMBER_ACCESS: Readonly<Record<string, MemberAccess>> = {
  createChargeByHand: charge,
  listOwnChargeBatches: read,
  getOwnChargeBatch: read,
  listOwnChargeBatchLines: read,
  getChargeBatchTemplate: read,
  exportChargeBatch: read,
  downloadCarne: read,
  checkChargeBatch: charge,
  correctChargeBatch: charge,
  confirmChargeBatch: charge,
  discardChargeBatch: charge,
  payTestChargeByHand: charge,
  cancelChargeByHand: charge,
  changeChargeByHand: charge,
  previewSplitByHand: charge,
  createPayoutByHand: money,
  previewPayout: { roles: MONEY, code: NO_CODE },
  getPayoutOutcome: read,
  createRefundByHand: money,
  listOwnRefunds: read,
  listOwnSubscriptions: read,
  getOwnSubscription: read,
  listOwnSubscriptionCycles: read,
  createSubscriptionByHand: charge,
  previewSubscriptionDays: read,
  getSubscriptionFigures: read,
  createSubscriptionCycleByHand: charge,
  pauseSubscriptionByHand: charge,
  resumeSubscriptionByHand: charge,
  cancelSubscriptionByHand: charge,
  retrySubscriptionByHand: charge,
  authorizeTestSubscriptionByHand: charge,
  rejectTestSubscriptionByHand: charge,
  exportRefunds: read,
  sendTransfer: money,
  getPayoutStop: read,
  // A stop protects money, so it needs no code.
  stopPayouts: { roles: MONEY, code: NO_CODE },
  resumePayouts: money,
  cancelWaitingPayout: money,
  listPayoutApprovals: read,
  getPayoutApproval: read,
  approvePayout: money,
  rejectPayout: money,
  getApprovalServer: readTeam,
  listApprovalCalls: readTeam,
  // A server that approves replaces a person, so only the owner sets it in production.
  setApprovalServer: { roles: INTEGRATION, code: CODE },
  removeApprovalServer: integration,
  getPayoutLimits: read,
  setPayoutLimits: money,
  getAutomaticPayout: read,
  setAutomaticPayout: money,
  listPayoutBatches: read,
  getPayoutBatch: read,
  getPayoutBatchOutcome: read,
  getPayoutBatchTemplate: read,
  exportPayoutBatch: read,
  checkPayoutBatch: charge,
  correctPayoutBatch: charge,
  discardPayoutBatch: charge,
  confirmPayoutBatch: money,
  approvePayoutBatch: money,
  rejectPayoutBatch: money,
  listBeneficiaries: read,
  saveBeneficiary: money,
  changeBeneficiary: money,
  // It removes the beneficiary's limits too.
  removeBeneficiary: money,
  cancelPayoutRaise: { roles: MONEY, code: NO_CODE },

  listOwnPaymentLinks: read,
  getOwnPaymentLink: read,
  listOwnProducts: read,
  createProductByHand: charge,
  changeProductByHand: charge,
  setProductImage: charge,
  removeProductImage: charge,
  createPaymentLinkByHand: charge,
  changePaymentLinkByHand: charge,

  listOwnCustomers: read,
  getOwnCustomer: read,
  addCustomerNote: charge,
  removeCustomerNote: charge,
  releaseCustomerEmail: charge,
  // Everything about one person, and its end: for who answers for the account.
  exportCustomerByHand: owner,
  eraseCustomerByHand: { ...owner, code: CODE },

  getOwnPayerMailSettings: read,
  setOwnPayerMailSettings: charge,
  listOwnPayerMails: read,
  listOwnSubscriptionMails: read,

  listOwnDisputes: read,
  getOwnDispute: read,
  defendDisputeByHand: charge,
  listOwnDisputeFiles: read,
  getOwnDisputeFile: read,
  addDisputeFileByHand: charge,
  removeDisputeFileByHand: charge,

  getPaymentPageLook: read,
  getPaymentPageLogo: read,
  previewPaymentPage: read,
  // It changes where payers return to.
  setPaymentPageLook: owner,
  setPaymentPageLogo: owner,
  removePaymentPageLogo: owner,

  getOverview: read,
  getFirstSteps: read,
  lookUpPublicRecord: owner,
  listenToEvents: read,
  listOpenIncidents: read,
  listNotices: read,
  countUnreadNotices: read,
  markNoticesSeen: read,
  getNotificationPreferences: read,
  setNotificationPreference: read,
  searchTransactions: read,
  getTransactionWithTimeline: read,
  exportTransactions: read,
  downloadReceipt: read,
  listReceivedSplits: read,
  sumReceivedSplits: read,
  exportReceivedSplits: read,
  getStatement: read,
  exportStatementCsv: read,
  exportStatementOfx: read,
  exportMovementsCsv: read,
  exportDayTotals: read,
  exportMovementsXlsx: read,
  exportMovementsOfx: read,
  exportClosing: read,
  getClosingDueTotals: read,
  getClosingMails: readTeam,
  listOwnClosings: readTeam,
  setClosingFormats: books,
  // Files with names and documents of payers go to a new mailbox, without a log-in.
  nameClosingRecipient: { ...books, code: CODE_IN_LIVE },
  changeClosingRecipient: books,
  askClosingRecipientAgain: books,
  removeClosingRecipient: books,
  getRecipient: charge,
  listTransfers: read,
  exportTransfers: read,
  listOwnChanges: readTeam,

  listCredentials: readIntegration,
  // `refuseMoneyKey` keeps developers from production keys that send money.
  createCredential: key,
  rotateCredential: key,
  changeKeyRights: { roles: KEYS, code: CODE_IN_LIVE },
  getApiPixSettings: readIntegration,
  setApiPixKeys: integration,
  // A split sends a part of each payment to other merchants.
  setSplitOfKey: { roles: KEYS, code: CODE_IN_LIVE },
  // A certificate is as good as the secret of its key.
  addClientCertificate: { roles: KEYS, code: CODE_IN_LIVE },
  removeClientCertificate: { roles: KEYS, code: NO_CODE },
  revokeCredential: { roles: KEYS, code: NO_CODE },
  lookUpDeviceLogIn: { roles: KEYS, code: NO_CODE },
  // Its live keys only read, so a developer may have one too.
  approveDeviceLogIn: key,
  denyDeviceLogIn: { roles: KEYS, code: NO_CODE },
  listWebhooks: readIntegration,
  createWebhook: endpoint,
  // Only a new address sends events of production elsewhere.
  changeWebhook: { ...endpoint, needsCode: ({ url }) => url !== undefined },
  deleteWebhook: integration,
  rotateWebhookSecret: endpoint,
  testWebhook: integration,
  examineWebhook: integration,
  getLastWebhookExam: readIntegration,
  listRequests: readIntegration,
  getRequest: readIntegration,
  listDeliveries: readIntegration,
  getDelivery: readIntegration,
  resendDelivery: integration,
  resendFailedDeliveries: integration,

  listMembers: readTeam,
  listInvitations: owner,
  inviteMember: team,
  revokeInvitation: owner,
  changeMemberRole: team,
  removeMember: team,

  getMerchantAddress: read,
  setMerchantAddress: owner,

  getKyc: owner,
  saveKyc: owner,
  submitKyc: owner,
  reopenKyc: owner,
  addKycDocument: owner,
  removeKycDocument: owner,
  getKycDocument: owner,
};

const CLOSED: MemberAccess = { roles: both([]), code: NO_CODE };

/** The access rule of a request to the merchants' panel, by its operation and environment. */
export function memberAccessOf({ routeOptions, params }: FastifyRequest) {
  const access = MEMBER_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED;
  const environment = Object(params).environment === 'test' ? 'test' : 'live';
  return {
    roles: access.roles[environment],
    codeRule: access.code[environment],
    needsCode: access.needsCode ?? (() => true),
  };
}

function both(roles: readonly MemberRole[]): MemberAccess['roles'] {
  return { test: roles, live: roles };
}
