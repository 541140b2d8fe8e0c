import { HOUR_SECONDS } from '../../durations.ts';
import type { Message } from '../problem-facts.ts';

/** The English words of the refusals of `panel-problems.ts`. */
export const panelProblemsInEnglish = {
  work_not_set_aside: 'This work is not set aside after failures, or it was dropped already.',
  note_not_found: 'Note not found.',
  view_is_read_only: 'You see the merchant’s account and can change nothing in it.',
  view_ended: 'You no longer see this account: open it again on the merchant’s page.',
  merchant_not_found: 'There is no merchant with this username.',
  username_invalid: 'The username must have 3 to 30 characters: a-z, 0-9, "_", "." or "-".',
  username_reserved: 'This username could be taken for the platform. Choose another one.',
  cluster_required: 'The database is not a Citus cluster: all buckets are in the same PostgreSQL.',
  bucket_move_refused: (facts) =>
    `The cluster refused to move the bucket: ${facts.reason ?? 'no reason'}`,
  username_taken: 'There is already a merchant with this username.',
  tax_id_invalid: 'Enter a valid CPF or CNPJ.',
  name_invalid: 'The name must have 1 to 200 characters, all visible.',
  settlement_invalid:
    'The terms are 0 to 365 days, and the reserve 0 to 10000 basis points, with days.',
  fee_invalid: 'The fee must be 0 to 10000 basis points and a fixed amount in centavos.',
  status_change_refused: 'The current status of the merchant does not allow this change.',
  kyc_not_found: 'Registration not found.',
  kyc_closed: 'The registration can’t be changed now: it is in review or was decided.',
  document_not_found: 'Document not found.',
  document_too_large: 'The file has more than 5 MB. Send a smaller file.',
  document_type_invalid: 'The file is not a PDF, JPG or PNG, or it is damaged.',
  logo_invalid:
    'The logo must be a PNG, JPG or WebP of up to 256 KB, with sides of 16 to 2048 pixels.',
  too_many_documents: 'A registration accepts at most 10 documents.',
  credential_not_found: 'Key not found or already revoked.',
  key_scopes_invalid: 'Choose at least one scope of the list, like charges:write or balance:read.',
  key_addresses_invalid:
    'Enter 1 to 50 IP addresses or networks, like 203.0.113.7 or 203.0.113.0/24.',
  rate_limit_invalid: 'The limit must be an integer from 1 to 1000000 requests per minute.',
  webhook_not_found: 'Webhook not found.',
  webhook_events_invalid: 'Choose at least one event for the webhook.',
  too_many_webhooks: 'An environment can have at most 20 webhooks.',
  request_not_found: 'Request not found.',
  mail_not_found: 'Message not found.',
  delivery_not_found: 'Delivery not found.',
  webhook_url_invalid:
    'The address of the webhook must be a public http(s) URL of up to 2048 characters.',
  self_transfer: 'The transfer can’t be to the own account.',
  recipient_not_found: 'This merchant can’t receive transfers.',
  payout_limit_above_maximum: 'One of the limits is above the maximum of the platform.',
  payout_raise_not_found: 'No raise of limits is waiting: it is in force or was canceled.',
  approval_not_found: 'No payout with this id waits for approval.',
  approval_of_own_payout: 'Another person of the team must approve a payout that you requested.',
  transfers_stopped: 'The payouts of this account are stopped: resume them before you transfer.',
  log_in_failed: 'Wrong e-mail or password.',
  log_in_expired: 'The time to enter the code is over. Log in again.',
  email_not_confirmed: 'Confirm your e-mail by the link that we sent before you log in.',
  email_taken: 'There is already an account with this e-mail.',
  password_wrong: 'Wrong current password.',
  password_too_weak:
    'This password is easy to guess: it is common, repetitive or similar to your e-mail or name. ' +
    'Use, for example, four unrelated words.',
  link_invalid: 'This link expired or was already used. Ask for a new one.',
  session_not_found: 'This session has already ended.',
  member_exists: 'This person is already in the team.',
  last_owner: 'The team needs at least one owner. Choose another one first.',
  last_admin: 'The platform needs at least one administrator. Choose another one first.',
  invitation_not_found: 'This invitation was already accepted or canceled.',
  too_many_invitations:
    'The team already has 50 people and invitations, or sent 30 invitations in 24 hours.',
  user_not_found: 'User of the panel not found.',
  not_logged_in: 'Log in to the panel to continue.',
  not_permitted: 'Your account has no access to this part of the panel.',
  role_missing: ({ roles = [] }) =>
    roles.length === 0
      ? 'No role may do this operation in the panel.'
      : `Your role may not do this operation. Who may: ${roles.join(', ')}.`,
  foreign_page: 'The request did not come from a page of this panel.',
  second_factor_required: 'Turn on two-step verification to do this operation.',
  second_factor_replaced: ({ retryAfterSeconds = 0 }) =>
    'Your two-step verification was replaced. For your safety, operations in production are only ' +
    `accepted 24 hours after that: ${Math.ceil(retryAfterSeconds / HOUR_SECONDS)} h left.`,
  second_factor_enabled: 'Two-step verification is already on for this account.',
  second_factor_invalid: 'Wrong or already used code of two-step verification.',
  proposal_not_found: 'Proposal not found.',
  proposal_decided: 'This proposal was already approved or rejected.',
  proposal_expired: 'This proposal expired: it is valid for 7 days. Propose again.',
  proposal_waiting: 'A proposal about this operation already waits for a decision.',
  second_operator_required:
    'The proposer can’t approve: another operator must approve this proposal.',
  failed_refund_not_found: 'There is no refund that failed at the bank to check with this id.',
  order_not_found: 'Payout or refund of production not found.',
  order_not_stuck:
    'This operation is not stuck at the bank: it has ended, was sent again or has just been sent.',
  end_to_end_id_invalid:
    'Enter the id of the Pix at the bank: the EndToEndId of a paid payout (E…) or the rtrId of a ' +
    'refund that was made (D…), with 32 characters. For "not paid", leave it empty.',
  hold_not_found: 'There is no open hold with this id.',
  release_exceeds_hold: 'The amount is more than the hold still asks for.',
  assignment_not_found: 'This incoming payment is not assigned, or the assignment was undone.',
  reconciliation_not_found: 'This day is not reconciled yet.',
  provider_not_configured: 'No bank is configured in this gateway (PROVIDER).',
  day_invalid: 'Enter a day that has begun, like 2026-11-20.',
} satisfies Record<string, Message>;
