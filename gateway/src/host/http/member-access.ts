import type { FastifyRequest } from 'fastify';
import {
  CLOSED_TO_MEMBERS,
  CODE,
  CODE_IN_LIVE,
  type MemberAccess,
  memberRules,
} from '#src/ground/access/member-access.ts';
import { memberAccessIn } from '#src/ground/http/operation.ts';
import { OPERATIONS } from '../operations.ts';

const { read, readTeam, readIntegration, owner, team, books } = memberRules;
const { charge, money, integration, endpoint, keys } = memberRules;
const key: MemberAccess = { ...keys, code: CODE };

/**
 * The access rules of the merchants' panel, by `operationId`: those that stand at operations, and
 * those of plain routes. An operation without a rule is refused to everyone.
 */
export const MEMBER_ACCESS: Readonly<Record<string, MemberAccess>> = {
  ...memberAccessIn(OPERATIONS),
  createPayoutByHand: money,
  previewPayout: charge,
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
  stopPayouts: charge,
  resumePayouts: money,
  cancelWaitingPayout: money,
  listPayoutApprovals: read,
  getPayoutApproval: read,
  approvePayout: money,
  rejectPayout: money,
  getApprovalServer: readTeam,
  listApprovalCalls: readTeam,
  // A server that approves replaces a person, so only the owner sets it in production.
  setApprovalServer: { ...integration, code: CODE },
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
  cancelPayoutRaise: charge,

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
  changeKeyRights: { ...keys, code: CODE_IN_LIVE },
  getApiPixSettings: readIntegration,
  setApiPixKeys: integration,
  // A split sends a part of each payment to other merchants.
  setSplitOfKey: { ...keys, code: CODE_IN_LIVE },
  // A certificate is as good as the secret of its key.
  addClientCertificate: { ...keys, code: CODE_IN_LIVE },
  removeClientCertificate: keys,
  revokeCredential: keys,
  lookUpDeviceLogIn: keys,
  // Its live keys only read, so a developer may have one too.
  approveDeviceLogIn: key,
  denyDeviceLogIn: keys,
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

/** The access rule of a request to the merchants' panel, by its operation and environment. */
export function memberAccessOf({ routeOptions, params }: FastifyRequest) {
  const access = MEMBER_ACCESS[routeOptions.schema?.operationId ?? ''] ?? CLOSED_TO_MEMBERS;
  const environment = Object(params).environment === 'test' ? 'test' : 'live';
  return {
    roles: access.roles[environment],
    codeRule: access.code[environment],
    needsCode: access.needsCode ?? (() => true),
  };
}
