import type { AddCommands, Load, Room } from './room.ts';

/**
 * The rooms, each with what the host takes of it. This is the only list of rooms in the host. Its
 * order is the order of routes in the API document.
 */
export const ROOMS: readonly Room[] = [
  {
    name: 'charges',
    api: async () => (await import('#src/charges/api.ts')).chargesApi,
    work: async () => (await import('#src/charges/work.ts')).startCharges,
    sharedWork: async () => {
      const { startDueCharges } = await import('#src/charges/work.ts');
      return (context) => [startDueCharges(context)];
    },
    checks: async () => (await import('#src/charges/work.ts')).chargesChecks,
    chargeOwners: async () => (await import('#src/charges/owners.ts')).chargesOwners,
  },
  {
    name: 'subscriptions',
    api: async () => (await import('#src/subscriptions/api.ts')).subscriptionsApi,
    work: async () => (await import('#src/subscriptions/work.ts')).startSubscriptions,
    notices: async () => (await import('#src/subscriptions/notices.ts')).subscriptionsNotices,
    checks: async () => (await import('#src/subscriptions/work.ts')).subscriptionsChecks,
    commands: [['subscription', loadSubscriptionCommands]],
  },
  {
    name: 'money-out',
    api: async () => (await import('#src/money-out/api.ts')).moneyOutApi,
    work: async () => (await import('#src/money-out/work.ts')).startMoneyOut,
    notices: async () => (await import('#src/money-out/notices.ts')).moneyOutNotices,
    checks: async () => (await import('#src/money-out/work.ts')).moneyOutChecks,
    commands: [
      [
        'payout refund',
        async () => (await import('#src/money-out/commands/order-commands.ts')).addOrderCommands,
      ],
      [
        'payouts',
        async () => (await import('#src/money-out/commands/payout-commands.ts')).addPayoutCommands,
      ],
    ],
  },
  {
    name: 'api-pix',
    api: async () => (await import('#src/api-pix/api.ts')).apiPixApi,
    work: async () => (await import('#src/api-pix/work.ts')).startApiPix,
  },
  {
    name: 'disputes',
    api: async () => (await import('#src/disputes/api.ts')).disputesApi,
    work: async () => (await import('#src/disputes/work.ts')).startDisputes,
    checks: async () => (await import('#src/disputes/work.ts')).disputesChecks,
    commands: [
      [
        'dispute',
        async () => (await import('#src/disputes/commands/dispute-commands.ts')).addDisputeCommands,
      ],
    ],
  },
  {
    name: 'ledger',
    api: async () => (await import('#src/ledger/api.ts')).ledgerApi,
    work: async () => (await import('#src/ledger/work.ts')).startLedger,
  },
  {
    name: 'accounts',
    api: async () => (await import('#src/accounts/api.ts')).accountsApi,
    work: async () => (await import('#src/accounts/work.ts')).startAccounts,
    commands: [
      ['merchant', loadMerchantCommands],
      ['credential', loadCredentialCommands],
      [
        'operator',
        async () =>
          (await import('#src/accounts/commands/operator-commands.ts')).addOperatorCommands,
      ],
      [
        'user',
        async () => (await import('#src/accounts/commands/user-commands.ts')).addUserCommands,
      ],
    ],
  },
  {
    name: 'webhooks',
    api: async () => (await import('#src/webhooks/api.ts')).webhooksApi,
    work: async () => (await import('#src/webhooks/work.ts')).startWebhooks,
    sharedWork: async () => {
      const { startDeliveries } = await import('#src/webhooks/work.ts');
      return (context, parts) => [startDeliveries(context, parts)];
    },
    expiries: async () => (await import('#src/webhooks/work.ts')).webhookExpiries,
    commands: [
      [
        'webhook',
        async () => (await import('#src/webhooks/commands/webhook-commands.ts')).addWebhookCommands,
      ],
    ],
  },
  {
    name: 'incoming',
    api: async () => (await import('#src/incoming/api.ts')).incomingApi,
    work: async () => (await import('#src/incoming/work.ts')).startIncoming,
    sharedWork: async () => {
      const { startCallbacks } = await import('#src/incoming/work.ts');
      return (context, { bank, handlers }) =>
        bank ? [startCallbacks(context, bank, handlers)] : [];
    },
    checks: async () => (await import('#src/incoming/work.ts')).incomingChecks,
    expiries: async () => (await import('#src/incoming/work.ts')).incomingExpiries,
    commands: [
      [
        'bank',
        async () => (await import('#src/incoming/commands/bank-commands.ts')).addBankCommands,
      ],
      [
        'incoming-payment',
        async () =>
          (await import('#src/incoming/commands/incoming-payment-commands.ts'))
            .addIncomingPaymentCommands,
      ],
      [
        'held',
        async () => (await import('#src/incoming/commands/held-commands.ts')).addHeldCommands,
      ],
      [
        'reconcile',
        async () =>
          (await import('#src/incoming/commands/reconcile-command.ts')).addReconcileCommand,
      ],
    ],
  },
  {
    name: 'messages',
    api: async () => (await import('#src/messages/api.ts')).messagesApi,
    work: async () => (await import('#src/messages/work.ts')).startMessages,
    commands: [
      [
        'mails',
        async () => (await import('#src/messages/commands/mail-commands.ts')).addMailCommands,
      ],
    ],
  },
  {
    name: 'reports',
    api: async () => (await import('#src/reports/api.ts')).reportsApi,
    work: async () => (await import('#src/reports/work.ts')).startReports,
    expiries: async () => (await import('#src/reports/work.ts')).reportExpiries,
    commands: [
      [
        'customer',
        async () =>
          (await import('#src/reports/commands/customer-commands.ts')).addCustomerCommands,
      ],
    ],
  },
  {
    name: 'test-world',
    api: async () => (await import('#src/test-world/api.ts')).testWorldApi,
    work: async () => (await import('#src/test-world/work.ts')).startTestWorld,
  },
  {
    name: 'host',
    commands: [
      [
        'ledger sandbox migrate',
        async () => (await import('./cli/ledger-commands.ts')).addLedgerCommands,
      ],
      [
        'encryption',
        async () => (await import('./cli/encryption-commands.ts')).addEncryptionCommands,
      ],
      ['backup', async () => (await import('./cli/backup-commands.ts')).addBackupCommands],
      [
        'restore restoration',
        async () => (await import('./cli/restore-commands.ts')).addRestoreCommands,
      ],
      ['bucket', async () => (await import('./cli/bucket-commands.ts')).addBucketCommands],
      ['doctor', async () => (await import('./cli/doctor-command.ts')).addDoctorCommand],
    ],
  },
];

/** Loads a part of all rooms that have it, in the order of the rooms. */
export function loadParts<Part>(
  partOf: (room: Room) => Load<Part> | undefined,
): Promise<readonly Part[]> {
  return Promise.all(ROOMS.flatMap((room) => partOf(room)?.() ?? []));
}

/** `subscription`: the mails of subscriptions are planned by a room above. */
async function loadSubscriptionCommands(): Promise<AddCommands> {
  const [{ addSubscriptionCommands }, { planSubscriptionMails }] = await Promise.all([
    import('#src/subscriptions/commands/subscription-commands.ts'),
    import('#src/messages/payer-mails/plan-subscription-mails.ts'),
  ]);
  return (program) => addSubscriptionCommands(program, planSubscriptionMails);
}

/** `merchant`: the balance of a merchant is changed by a room above accounts. */
async function loadMerchantCommands(): Promise<AddCommands> {
  const [{ addMerchantCommands }, { addCorrectionCommands }, reads] = await Promise.all([
    import('#src/accounts/commands/merchant-commands.ts'),
    import('#src/money-out/commands/correction-commands.ts'),
    import('#src/charges/daily-totals/read-volumes.ts'),
  ]);
  return (program) => addCorrectionCommands(addMerchantCommands(program, reads));
}

/** `credential`: webhooks say whether a merchant may have a live key. */
async function loadCredentialCommands(): Promise<AddCommands> {
  const [{ addCredentialCommands }, { liveKeyCheck }] = await Promise.all([
    import('#src/accounts/commands/credential-commands.ts'),
    import('#src/webhooks/exams/create-exam.ts'),
  ]);
  return (program) => addCredentialCommands(program, liveKeyCheck);
}
