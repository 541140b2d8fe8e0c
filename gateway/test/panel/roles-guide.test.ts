import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MEMBER_ROLE_NAMES, MEMBER_ROLES } from '#src/ground/access/roles.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { tablesOf } from '../../tools/markdown.ts';

const PAGE = join(import.meta.dirname, '../../../docs/guia/equipe.md');

/** The operations of each row of the guide's table, in its order. */
const ABILITIES: readonly (readonly string[])[] = [
  ['searchTransactions', 'exportTransactions', 'getStatement', 'getOverview', 'listOwnDisputes'],
  ['getClosingMails'],
  ['setClosingFormats', 'nameClosingRecipient', 'changeClosingRecipient'],
  ['createChargeByHand', 'previewSplitByHand'],
  ['createChargeAtCounter'],
  ['listCounterCharges', 'getCounterCharge'],
  ['defendDisputeByHand'],
  ['createPayoutByHand', 'createRefundByHand', 'sendTransfer'],
  ['readPayoutBatchColumns', 'checkPayoutBatch', 'correctPayoutBatch', 'confirmPayoutBatch'],
  ['approvePayout', 'rejectPayout', 'approvePayoutBatch', 'rejectPayoutBatch'],
  ['setAutomaticPayout', 'saveBeneficiary', 'changeBeneficiary', 'removeBeneficiary'],
  ['setPayoutLimits', 'cancelPayoutRaise'],
  ['stopPayouts', 'resumePayouts'],
  ['listCredentials', 'listWebhooks', 'listDeliveries'],
  ['createCredential', 'changeKeyRights', 'rotateCredential', 'revokeCredential'],
  ['createWebhook', 'changeWebhook', 'deleteWebhook', 'testWebhook', 'resendDelivery'],
  ['setApprovalServer', 'removeApprovalServer'],
  ['listMembers', 'listOwnChanges'],
  ['inviteMember', 'revokeInvitation', 'changeMemberRole', 'removeMember'],
  ['getKyc', 'saveKyc', 'submitKyc', 'addKycDocument'],
];

test('the guide says what each role may do, as the panel’s guard decides it', () => {
  const table = tablesOf(readFileSync(PAGE, 'utf8')).find(({ head }) => head[0] === 'o que');
  assert.deepEqual(table?.head, ['o que', ...MEMBER_ROLES.map((role) => MEMBER_ROLE_NAMES[role])]);
  const shown = table?.rows.map(([, ...cells]) => cells);
  assert.deepEqual(
    shown,
    ABILITIES.map((operations) => MEMBER_ROLES.map((role) => abilityOf(operations, role))),
  );
});

function abilityOf(operations: readonly string[], role: (typeof MEMBER_ROLES)[number]): string {
  const words = operations.map((operation) => {
    const { test: inTest, live } = MEMBER_ACCESS[operation]?.roles ?? assert.fail(operation);
    if (live.includes(role)) return 'sim';
    return inTest.includes(role) ? 'em teste' : 'não';
  });
  assert.equal(new Set(words).size, 1, `${operations}: ${words}`);
  return words[0] ?? '';
}
