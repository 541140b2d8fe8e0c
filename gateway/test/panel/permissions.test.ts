import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { OPERATOR_ACCESS } from '#src/host/http/operator-access.ts';
import { panelDocument } from '../../tools/panel-document.ts';
import { selfSigned } from '../banking/certificates.ts';
import { createAnswerCheck, type OpenApiDocument } from '../support/documented-answers.ts';
import { type Answer, CHARGE, PAYOUT, startGateway } from '../support/gateway.ts';
import type { PanelSession } from '../support/panel.ts';
import { addressOf, CALLERS, type Caller, openPanelCallers } from '../support/panel-callers.ts';
import { PERMISSIONS } from '../support/panel-permissions.ts';
import { SUBSCRIPTION } from '../support/subscriptions.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const cast = await openPanelCallers(gateway);
const document = (await panelDocument()) as OpenApiDocument;
const check = createAnswerCheck(document);

const LIMITS = {
  per_payout: null,
  per_day: 1_000_000,
  per_night: null,
  approval_above: null,
  new_destination_approval_above: null,
  new_destination_wait_minutes: 0,
};

const ADDRESS = {
  postal_code: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};

const BODIES: Readonly<Record<string, unknown>> = {
  chooseMerchant: { username: cast.owner.username },
  joinByInvitation: { token: 'desconhecido' },
  createChargeByHand: CHARGE,
  createChargeAtCounter: { amount: 1_000, payer: CHARGE.payer },
  previewSplitByHand: { amount: 10_000 },
  createSubscriptionByHand: SUBSCRIPTION,
  createSubscriptionCycleByHand: { amount: 10_000, due_on: SUBSCRIPTION.first_due_on },
  createPayoutByHand: PAYOUT,
  previewPayout: PAYOUT,
  setAutomaticPayout: {
    beneficiary_id: randomUUID(),
    rule: 'daily',
    hour: 9,
    weekday: 1,
    above: 0,
    keep: 0,
    is_on: true,
  },
  readPayoutBatchColumns: { content: Buffer.from('valor\n1,00\n').toString('base64') },
  readChargeBatchColumns: { content: Buffer.from('valor\n1,00\n').toString('base64') },
  checkPayoutBatch: {
    file_name: 'lote.csv',
    content: Buffer.from('favorecido;valor\nAna;1,00\n').toString('base64'),
  },
  checkChargeBatch: {
    file_name: 'lote.csv',
    content: Buffer.from('pagador;valor\nAna;1,00\n').toString('base64'),
  },
  correctChargeBatch: { amount: '1,00' },
  saveBeneficiary: {
    pix_key: 'ana@exemplo.com.br',
    pix_key_type: 'email',
    per_payout: null,
    per_day: null,
    beneficiary: PAYOUT.beneficiary,
  },
  changeBeneficiary: { name: 'Ana Souza', per_payout: null, per_day: 1_000 },
  createRefundByHand: { amount: 1 },
  defendDisputeByHand: { text: 'Entregue.' },
  openDisputeByHand: { end_to_end_id: 'E0', reason: 'fraud', note: 'Aviso do banco.' },
  closeDisputeByHand: { outcome: 'rejected', note: 'Aviso do banco.' },
  sendTransfer: { username: cast.recipientUsername, amount: 100 },
  createProductByHand: { name: 'Caneca', amount: 7_900 },
  changeProductByHand: { amount: 8_900 },
  createPaymentLinkByHand: { title: 'Aula' },
  changePaymentLinkByHand: { status: 'paused' },
  createCredential: { name: 'nova' },
  setApiPixKeys: { pix_keys: [] },
  setSplitOfKey: { split: [] },
  addClientCertificate: { certificate: selfSigned('ERP').certificate.toString() },
  lookUpDeviceLogIn: { user_code: 'BCDF-GHJK' },
  approveDeviceLogIn: { user_code: 'BCDF-GHJK', name: 'pix' },
  denyDeviceLogIn: { user_code: 'BCDF-GHJK' },
  createWebhook: { url: 'http://127.0.0.1/novo' },
  changeWebhook: { status: 'paused' },
  resendFailedDeliveries: { since: '2026-11-01' },
  setClosingFormats: { formats: ['pdf'] },
  nameClosingRecipient: {
    email: 'contador@contabil.example',
    periods: ['month'],
    language: 'pt-BR',
  },
  changeClosingRecipient: { periods: ['week'], language: 'en' },
  setMerchantAddress: { address: ADDRESS },
  saveKyc: { legal_name: 'Ana Souza' },
  addKycDocument: '%PDF-1.7',
  addDisputeFileByHand: '%PDF-1.7',
  setPaymentPageLogo: 'GIF89a',
  // A WebP of 2 × 2 pixels, as far as it is read.
  setProductImage: `RIFF....WEBPVP8X\x0a\0\0\0....\x01\0\0\x01\0\0`,
  rejectKyc: { reason: 'O documento está ilegível.' },
  suspendMerchant: { reason: 'Fraude.' },
  setMerchantFee: { basis_points: 100, fixed_centavos: 10, payout_fee_centavos: 0 },
  setSettlementTerms: {
    delay_days: 1,
    business_days: true,
    reserve_basis_points: 0,
    reserve_days: 0,
  },
  assignIncomingPayment: { username: cast.recipientUsername },
  setApprovalServer: { url: 'http://127.0.0.1/aprovar' },
  setPayoutLimits: LIMITS,
  setNotificationPreference: { is_enabled: true },
  markNoticesSeen: { until: '2026-11-01T00:00:00Z' },
  setPayoutLimitsOfMerchant: LIMITS,
  stopPayoutsOfMerchant: { environment: 'live' },
  resumePayoutsOfMerchant: { environment: 'live' },
  inviteMember: { email: 'convidado@loja.example', member_role: 'viewer' },
  changeMemberRole: { member_role: 'viewer' },
  createOperator: { name: 'Olga', email: 'olga@operador.example', operator_role: 'support' },
  changeOperatorRole: { operator_role: 'finance' },
  setCredentialLimit: { per_minute: 100 },
  proposeOrderResolution: { resolution: 'not_paid', reason: 'O banco confirmou.' },
  unassignIncomingPayment: { reason: 'Lojista errado.' },
  payChargeWithIncomingPayment: { expected_amount: 100, reason: 'O banco cobrou a mais.' },
  adjustBalance: { environment: 'test', amount: 1, reason: 'Acerto.' },
  addCustomerNote: { text: 'Prefere o WhatsApp.' },
  addMerchantNote: { text: 'Ligou sobre o limite.' },
  openIncident: {
    title: 'Webhooks atrasados',
    parts: ['webhooks'],
    impact: 'degraded',
    message: 'As entregas estão atrasadas.',
  },
  updateIncident: { stage: 'resolved', message: 'Voltou ao normal.' },
  retrySetAsideWork: { reason: 'Corrigido.' },
  dropSetAsideWork: { reason: 'Sem efeito.' },
  holdBalance: { environment: 'test', amount: 1, reason: 'Processo.' },
  releaseBalance: { reason: 'Processo encerrado.' },
};
const QUERIES: Readonly<Record<string, string>> = {
  addKycDocument: '?kind=selfie&name=a.pdf',
  addDisputeFileByHand: '?name=a.pdf',
  listAdjustments: '?environment=test',
  listOpenHolds: '?environment=test',
  previewSubscriptionDays: `?interval=monthly&first_due_on=${SUBSCRIPTION.first_due_on}`,
};
const TYPES: Readonly<Record<string, string>> = {
  addKycDocument: 'application/pdf',
  addDisputeFileByHand: 'application/pdf',
  setPaymentPageLogo: 'image/png',
  setProductImage: 'image/webp',
};

/** The reason why a caller is refused, for every operation. */
const REFUSALS: Readonly<Record<Caller, readonly string[]>> = {
  nobody: ['not_logged_in'],
  stranger: ['not_permitted', 'second_factor_required'],
  sandbox: ['sandbox_forbidden', 'not_permitted'],
  unapproved: ['account_not_approved', 'not_permitted'],
  suspended: ['account_suspended', 'not_permitted'],
  operatorWithoutCodes: ['second_factor_required', 'not_permitted'],
  operator: ['not_permitted'],
  owner: ['not_permitted', 'second_factor_required'],
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    hasBody: ['post', 'put', 'patch'].includes(method),
  })),
);

test('every panel operation has one row in the permission table', () => {
  const documented = operations.map(({ operationId }) => operationId).sort();
  assert.deepEqual(Object.keys(PERMISSIONS).sort(), documented);
});

/** Operations that undo another one or end sessions come last. */
const LAST: readonly string[] = ['reinstateMerchant', 'leaveMerchant', 'logOut'];
const ordered = operations.toSorted(
  (one, other) => LAST.indexOf(one.operationId) - LAST.indexOf(other.operationId),
);
/** They name one of a person's merchants, so that it need not act for it. */
const OF_EACH_MERCHANT: readonly string[] = ['chooseMerchant', 'leaveMerchant'];
for (const operation of ordered) {
  test(`who may ${operation.operationId}`, async () => {
    const { operationId, method, path } = operation;
    const address = (await addressOf(gateway, cast, path)) + (QUERIES[operationId] ?? '');
    const statuses: number[] = [];
    for (const caller of CALLERS) {
      const answer = await knock(operation, address, { caller, session: cast.callers[caller] });
      statuses.push(answer.status);
      if (answer.status === 401 || answer.status === 403) {
        const code = String(answer.body.code);
        assert.ok(REFUSALS[caller].includes(code), `${caller} was refused by ${code}`);
      }
      assert.equal(check.faultOfAnswer(method, address, answer), undefined);
      if (caller === 'stranger') assertNothingLeaks(operationId, answer.text);
    }
    const row = Object.fromEntries(CALLERS.map((caller, index) => [caller, statuses[index]]));
    const expected = PERMISSIONS[operationId] ?? [];
    assert.deepEqual(
      row,
      Object.fromEntries(CALLERS.map((caller, index) => [caller, expected[index]])),
    );
    if (OF_EACH_MERCHANT.includes(operationId)) return;
    // A member of the owner's team who acts for another merchant is a stranger.
    const by = { caller: 'stranger', session: cast.colleague } as const;
    const answer = await knock(operation, address, by);
    assert.equal(answer.status, row.stranger, answer.text);
    if (operationId !== 'getSession') assertNothingLeaks(operationId, answer.text);
  });
}

async function knock(
  { operationId, method, hasBody }: (typeof operations)[number],
  address: string,
  { caller, session }: { caller: Caller; session: PanelSession },
): Promise<Answer> {
  if (operationId === 'listenToEvents') return listen(address, session.cookie());
  const type = TYPES[operationId];
  const headers = { 'idempotency-key': randomUUID(), ...(type && { 'content-type': type }) };
  // An operator with a second factor gives a code where one is needed.
  const isCoded = caller === 'operator' && OPERATOR_ACCESS[operationId]?.needsCode;
  const code = isCoded ? { code: await session.code() } : {};
  const written = BODIES[operationId] ?? {};
  const body = typeof written === 'object' ? { ...written, ...code } : written;
  return session.call(method, address, { headers, ...(hasBody && { body }) });
}

/** The beginning of an answer that never ends. */
async function listen(address: string, cookie: string): Promise<Answer> {
  const response = await fetch(gateway.url + address, { headers: { cookie } });
  const { status, headers } = response;
  if (status !== 200) {
    const text = await response.text();
    return { status, headers, text, body: JSON.parse(text) };
  }
  await response.body?.cancel();
  return { status, headers, text: '', body: {} };
}

function assertNothingLeaks(operationId: string, text: string): void {
  // The recipient of a transfer is found by username, so the answer shows that it exists.
  if (operationId === 'getRecipient') return;
  const { username, session, transactionId, applicationId, keys } = cast.owner;
  for (const secret of [username, session.email, transactionId, applicationId, keys['client-id']]) {
    assert.ok(!text.includes(secret), `${operationId} told a stranger of ${secret}`);
  }
}
