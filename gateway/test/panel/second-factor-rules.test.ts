import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { OPERATOR_ACCESS } from '#src/host/http/operator-access.ts';
import { panelDocument } from '../../tools/panel-document.ts';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: object;
}
const { paths } = (await panelDocument()) as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
);
const changes = operations.filter(({ method }) => method !== 'get');

/** The changes of members that need no code in production, and why. */
const MEMBERS_WITHOUT_CODE: Readonly<Record<string, string>> = {
  createChargeAtCounter: 'It asks for money and moves none.',
  createChargeByHand: 'It asks for money and moves none.',
  cancelChargeByHand: 'It moves no money.',
  createSubscriptionByHand: 'It asks for money and moves none.',
  createSubscriptionCycleByHand: 'It asks for money and moves none.',
  pauseSubscriptionByHand: 'It moves no money.',
  resumeSubscriptionByHand: 'It asks for money and moves none.',
  cancelSubscriptionByHand: 'It moves no money.',
  retrySubscriptionByHand: 'It asks for money and moves none.',
  changeChargeByHand: 'It moves no money.',
  previewSplitByHand: 'It computes and stores nothing.',
  previewPayout: 'It computes and stores nothing.',
  defendDisputeByHand: 'A defence moves no money.',
  addDisputeFileByHand: 'A file moves no money.',
  removeDisputeFileByHand: 'A file moves no money.',
  createProductByHand: 'It asks for money and moves none.',
  changeProductByHand: 'It asks for money and moves none.',
  setProductImage: 'It shows a picture.',
  removeProductImage: 'It shows a picture less.',
  createPaymentLinkByHand: 'It asks for money and moves none.',
  changePaymentLinkByHand: 'It asks for money and moves none.',
  readChargeBatchColumns: 'It reads a file and stores nothing.',
  checkChargeBatch: 'It stores a file; it asks for money and moves none.',
  correctChargeBatch: 'It changes a stored file; it asks for money and moves none.',
  confirmChargeBatch: 'It asks for money and moves none.',
  discardChargeBatch: 'It deletes a stored file.',
  removeApprovalServer: 'Members approve then, each with a code.',
  stopPayouts: 'It stops money.',
  discardPayoutBatch: 'It deletes a stored file.',
  readPayoutBatchColumns: 'It reads a file and stores nothing.',
  checkPayoutBatch: 'It stores a file; nothing is paid before it is confirmed.',
  correctPayoutBatch: 'It changes a stored file; nothing is paid before it is confirmed.',
  cancelPayoutRaise: 'It keeps a limit low.',
  revokeCredential: 'A leaked key must be revoked at once.',
  removeClientCertificate: 'A lost certificate must be removed at once.',
  lookUpDeviceLogIn: 'It shows which command waits under a code.',
  denyDeviceLogIn: 'It gives no access.',
  deleteWebhook: 'It tells nobody more than before.',
  testWebhook: 'It sends an event without content to a known address.',
  examineWebhook: 'It exists in the test environment only.',
  resendDelivery: 'It sends an event again to a known address.',
  resendFailedDeliveries: 'It sends events again to a known address.',
  revokeInvitation: 'It takes access away.',
  setPaymentPageLook: 'The recipient, the amount and the code stay as they are.',
  setPaymentPageLogo: 'The recipient, the amount and the code stay as they are.',
  removePaymentPageLogo: 'It shows less than before.',
  setMerchantAddress: 'Charges show it; no money moves, and the audit log keeps both addresses.',
  saveKyc: 'An operator decides about the application.',
  submitKyc: 'An operator decides about the application.',
  reopenKyc: 'An operator decides about the application.',
  addKycDocument: 'An operator decides about the application.',
  removeKycDocument: 'An operator decides about the application.',
  setNotificationPreference: 'It decides about mails to the own address only.',
  markNoticesSeen: 'It marks notices as seen.',
  setApiPixKeys: 'It names the receiver of charges, who is the same one.',
  setClosingFormats: 'It chooses files that members may download.',
  changeClosingRecipient: 'It mails other periods to a known address.',
  askClosingRecipientAgain: 'It mails a link to a known address.',
  removeClosingRecipient: 'It tells nobody more than before.',
  setOwnPayerMailSettings: 'It moves no money, and payers can unsubscribe.',
  releaseCustomerEmail: 'It lets mails go to an address that got them before.',
  addCustomerNote: 'Only members of the team read it.',
  removeCustomerNote: 'Only members of the team read it.',
};

/** The changes of operators that need a second factor but no fresh code, and why. */
const OPERATORS_WITHOUT_CODE: Readonly<Record<string, string>> = {
  rejectKyc: 'It opens nothing.',
  stopAllPayouts: 'It stops money.',
  stopPayoutsOfMerchant: 'It stops money.',
  suspendMerchant: 'It stops money.',
  setMerchantFee: 'It moves no money.',
  setCredentialLimit: 'It moves no money.',
  endSessionsOfUser: 'It takes access away.',
  silenceAlert: 'It ends by itself, and the alert stays on its page.',
  unsilenceAlert: 'It tells more than before.',
  openIncident: 'It tells merchants something and moves no money.',
  updateIncident: 'It tells merchants something and moves no money.',
  addMerchantNote: 'Only operators read it.',
  removeMerchantNote: 'Only operators read it.',
  viewMerchant: 'It reads, and the merchant finds it in its audit log.',
  endMerchantView: 'It takes access away.',
  verifyLedger: 'It reads.',
  reconcileDay: 'It reads.',
  acknowledgeReversedOrder: 'It marks an order as seen.',
  acknowledgeLatePayment: 'It marks a payment as seen.',
  acknowledgeFailedRefund: 'It marks a refund as seen.',
  resolveUnreadableIncomingPayment: 'It marks a payment as seen.',
  sendMailAgain: 'It sends the same text to the same address.',
};

test('each change of production needs a code, or is listed here with the reason', () => {
  const uncoded = changes
    .filter(({ path }) => path.startsWith('/api/panel/') && !path.startsWith('/api/panel/test/'))
    .map(({ operationId }) => operationId)
    .filter((id) => MEMBER_ACCESS[id]?.code.live !== 'required');
  assert.deepEqual(uncoded.sort(), Object.keys(MEMBERS_WITHOUT_CODE).sort());
});

test('each change of an operator needs a fresh code, or is listed here with the reason', () => {
  const uncoded = changes
    .filter(({ path }) => path.startsWith('/api/operator/'))
    .map(({ operationId }) => operationId)
    .filter((id) => OPERATOR_ACCESS[id]?.needsCode !== true);
  assert.deepEqual(uncoded.sort(), Object.keys(OPERATORS_WITHOUT_CODE).sort());
});

test('each operation that needs a code takes one in its body', () => {
  for (const { operationId, requestBody } of operations) {
    const rules = Object.values(MEMBER_ACCESS[operationId]?.code ?? {});
    const isCoded =
      rules.some((rule) => rule !== 'none') || OPERATOR_ACCESS[operationId]?.needsCode;
    if (!isCoded) continue;
    assert.match(JSON.stringify(requestBody ?? {}), /"code":\{/, operationId);
  }
});
