import { Type } from 'typebox';
import { CODE_IN_LIVE, memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { isoTime } from '#src/ground/clock.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery, DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import {
  ClosingSettingsAnswer,
  MailedClosingPage,
  MailedClosingQuery,
} from './closing-api-schemas.ts';
import type { ClosingRecipient } from './closing-mail.ts';
import {
  ChangeBody,
  ClosingMailsView,
  FormatsBody,
  NameBody,
  RecipientParams,
  RecipientView,
} from './closing-mail-schemas.ts';
import { listMailedClosings, mailedClosingView } from './list-closing-mails.ts';
import {
  askRecipientAgain,
  type ClosingDeps,
  changeRecipient,
  nameRecipient,
  readClosingMails,
  removeRecipient,
  setClosingFormats,
} from './name-recipients.ts';

interface ClosingMailDeps extends ClosingDeps {
  /** Counts a mail that asks an address to confirm, and says whether it may be sent. */
  readonly countAsked: (merchantId: string, email: string) => Promise<boolean>;
}

const { operation, listOf } = operationsOf<ClosingMailDeps>('Balance');
/** They are of an account, not of an environment. */
const environment = 'none';

/** The operations on closings by mail: recipients, formats, and the closings that were mailed. */
export const closingMailOperations = [
  operation({
    at: 'GET /closings/settings',
    program: {
      id: 'getClosingSettings',
      sdk: 'closings.settings',
      sdkNote: 'Mostra também os arquivos que a loja escolheu.',
      scope: 'balance:read',
      summary: 'Lê quem recebe os fechamentos por e-mail',
      description:
        'Os arquivos e os endereços que a loja escolheu no painel. São os mesmos para chaves de ' +
        'teste e de produção; só a produção é enviada.',
    },
    answer: [200, ClosingSettingsAnswer],
    refuses: ['sandbox_forbidden'],
    run: async ({ deps, owner: { merchant } }) => {
      refuseSandbox(merchant);
      const { formats, recipients } = await readClosingMails(deps.database, merchant.merchantId);
      return { formats, recipients: recipients.map(recipientView) };
    },
  }),
  operation({
    at: 'GET /closing-mails',
    member: {
      id: 'getClosingMails',
      access: memberRules.readTeam,
      environment,
      isClosedToSandbox: true,
    },
    answer: [200, ClosingMailsView],
    run: async ({ deps, owner: { merchant } }) => {
      const { formats, recipients } = await readClosingMails(deps.database, merchant.merchantId);
      return { formats, data: recipients.map(recipientView) };
    },
  }),
  listOf({
    at: 'GET /closings',
    program: {
      id: 'listClosings',
      sdk: 'closings.list',
      scope: 'balance:read',
      summary: 'Lista os fechamentos enviados por e-mail',
      description:
        'Um item por endereço e período, os mais novos primeiro. Siga `next_cursor` até que seja ' +
        'null.',
    },
    member: {
      id: 'listOwnClosings',
      access: memberRules.readTeam,
      environment,
      isClosedToSandbox: true,
      at: 'GET /closing-mails/sent',
      query: CursorQuery,
    },
    query: MailedClosingQuery,
    page: MailedClosingPage,
    refuses: ['sandbox_forbidden'],
    select: async ({ deps, owner: { merchant } }, place) => {
      refuseSandbox(merchant);
      return listMailedClosings(deps.database, merchant.merchantId, place);
    },
    view: mailedClosingView,
  }),
  operation({
    at: 'PUT /closing-mails/formats',
    member: { id: 'setClosingFormats', access: memberRules.books, environment },
    body: FormatsBody,
    answer: [200, Done],
    run: async ({ deps, owner: { merchant, by }, body }) => {
      await setClosingFormats(deps, merchant, body.formats, by);
      return DONE;
    },
  }),
  operation({
    at: 'POST /closing-mails/recipients',
    member: {
      id: 'nameClosingRecipient',
      // Files with names and documents of payers go to a new mailbox, without a log-in.
      access: { ...memberRules.books, code: CODE_IN_LIVE },
      environment,
    },
    body: NameBody,
    answer: [201, RecipientView],
    refuses: ['closing_recipient_exists', 'too_many_closing_recipients'],
    run: async ({ deps, owner: { merchant, by }, body: { email, language, periods } }) => {
      const isMailed = await deps.countAsked(merchant.merchantId, email);
      const wanted = { email, language, periods, isMailed };
      return recipientView(await nameRecipient(deps, merchant, wanted, by));
    },
  }),
  operation({
    at: 'PATCH /closing-mails/recipients/:id',
    member: { id: 'changeClosingRecipient', access: memberRules.books, environment },
    params: RecipientParams,
    body: ChangeBody,
    answer: [200, Done],
    refuses: ['closing_recipient_not_found'],
    run: async ({ deps, owner: { merchant, by }, params: { id }, body }) => {
      await changeRecipient(deps, { merchantId: merchant.merchantId, id }, body, by);
      return DONE;
    },
  }),
  operation({
    at: 'POST /closing-mails/recipients/:id/ask',
    member: { id: 'askClosingRecipientAgain', access: memberRules.books, environment },
    params: RecipientParams,
    answer: [200, Done],
    refuses: ['closing_recipient_not_found'],
    run: async ({ deps, owner: { merchant, by }, params: { id } }) => {
      const isMailed = (email: string) => deps.countAsked(merchant.merchantId, email);
      await askRecipientAgain(deps, merchant, { id, isMailed }, by);
      return DONE;
    },
  }),
  operation({
    at: 'DELETE /closing-mails/recipients/:id',
    member: { id: 'removeClosingRecipient', access: memberRules.books, environment },
    params: RecipientParams,
    answer: [204, Type.Null()],
    refuses: ['closing_recipient_not_found'],
    run: async ({ deps, owner: { merchant, by }, params: { id } }) => {
      await removeRecipient(deps, { merchantId: merchant.merchantId, id }, by);
      return null;
    },
  }),
];

/** An address as the API and the panel show it. */
function recipientView({ id, email, language, periods, ...times }: ClosingRecipient) {
  const { confirmedAt, nextAt } = times;
  return {
    id,
    email,
    language,
    periods: [...periods],
    confirmed_at: confirmedAt === null ? null : isoTime(confirmedAt),
    next_at: nextAt === null ? null : isoTime(nextAt),
  };
}
