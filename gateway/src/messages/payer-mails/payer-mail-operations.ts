import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import {
  ChargeMailsAnswer,
  PayerMailSettingsAnswer,
  PayerMailSettingsBody,
  SubscriptionMailsAnswer,
  wishesOfBody,
} from './payer-mail-schemas.ts';
import { changeWishes, type PayerMailSettingsDeps, readWishes } from './payer-mail-settings.ts';
import { chargeMailsView, mailsView, settingsView } from './payer-mail-view.ts';
import { readChargeMails, readSubscriptionMails } from './read-charge-mails.ts';

interface PayerMailDeps extends PayerMailSettingsDeps {
  readonly readKey: () => Promise<Buffer>;
  /** The address of the payment pages. */
  readonly baseUrl: string;
}

const { operation } = operationsOf<PayerMailDeps>('PayerMails');

/** The operations on mails to payers: the settings, and the mails of a charge or subscription. */
export const payerMailOperations = [
  operation({
    at: 'GET /payer-mails/settings',
    program: {
      id: 'getPayerMailSettings',
      sdk: 'payer_mails.settings',
      scope: 'customers:read',
      summary: 'Lê o que os pagadores recebem por e-mail',
      description: 'Vale para o ambiente da chave. No começo tudo está desligado.',
    },
    answer: [200, PayerMailSettingsAnswer],
    refuses: ['sandbox_forbidden'],
    run: async ({ deps, owner: { merchant, scope } }) => {
      refuseSandbox(merchant);
      return settingsOf(deps, scope);
    },
  }),
  operation({
    at: 'GET /payer-mails',
    member: { id: 'getOwnPayerMailSettings', access: memberRules.read },
    answer: [200, PayerMailSettingsAnswer],
    run: ({ deps, owner }) => settingsOf(deps, owner.scope),
  }),
  operation({
    at: 'PATCH /payer-mails/settings',
    program: {
      id: 'changePayerMailSettings',
      sdk: 'payer_mails.change_settings',
      sdkNote: 'Só o que vem muda.',
      scope: 'customers:write',
      summary: 'Muda o que os pagadores recebem por e-mail',
      description:
        'Lembretes só vão para cobranças e assinaturas com `payer.email`, às 9h de Brasília. No ' +
        'ambiente de teste só recebem e-mails os endereços da sua equipe.',
    },
    member: {
      id: 'setOwnPayerMailSettings',
      access: memberRules.charge,
      at: 'PATCH /payer-mails',
    },
    body: PayerMailSettingsBody,
    answer: [200, PayerMailSettingsAnswer],
    refuses: ['mail_not_configured'],
    run: async ({ deps, owner: { merchant, scope, by }, body }) => {
      refuseSandbox(merchant);
      const changed = await changeWishes(deps, scope, { wishes: wishesOfBody(body), by });
      return settingsView(changed, deps.hasMailServer);
    },
  }),
  operation({
    at: 'GET /transactions/:internal_id/mails',
    program: {
      id: 'listPayerMails',
      sdk: 'payer_mails.list',
      scope: 'charges:read',
      summary: 'Lista os e-mails ao pagador de uma cobrança',
      description:
        'Os lembretes, os avisos de débitos e o comprovante: programados, enviados, e por que ' +
        'não. Com um link pronto para lembrar pelo WhatsApp.',
    },
    member: {
      id: 'listOwnPayerMails',
      access: memberRules.read,
      at: 'GET /transactions/:id/mails',
    },
    answer: [200, ChargeMailsAnswer],
    refuses: ['transaction_not_found'],
    run: async ({ deps, owner: { merchant, scope }, params: { internal_id: id } }) => {
      const found = await readChargeMails(deps, { ...scope, id });
      return chargeMailsView(found, { merchantName: merchant.name, baseUrl: deps.baseUrl });
    },
  }),
  operation({
    at: 'GET /subscriptions/:id/mails',
    member: { id: 'listOwnSubscriptionMails', access: memberRules.read },
    answer: [200, SubscriptionMailsAnswer],
    refuses: ['subscription_not_found'],
    run: async ({ deps, owner, params: { id } }) =>
      mailsView(await readSubscriptionMails(deps, { ...owner.scope, id })),
  }),
];

async function settingsOf({ database, hasMailServer }: PayerMailDeps, scope: LedgerScope) {
  return settingsView(await readWishes(database, scope), hasMailServer);
}
