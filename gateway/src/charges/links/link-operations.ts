import { memberRules } from '#src/ground/access/member-access.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import {
  LinkChangeBody,
  LinkParams,
  LinkQuery,
  NewLinkBody,
  PaymentLinkAnswer,
  PaymentLinkPage,
} from './link-schemas.ts';
import { linkView } from './link-view.ts';
import { changeLink, createLink, type LinkDeps, listLinks, readLink } from './manage-links.ts';

const { operation, listOf } = operationsOf<LinkDeps>('PaymentLinks');

/** The refusals of the price, the due date and the subscription of a link. */
const RULE_CODES: readonly ProblemCode[] = [
  'product_not_found',
  'amount_too_small',
  'due_date_with_stock',
  'subscriptions_unavailable',
  'invalid_discounts',
  'due_amount_too_small',
  'due_amount_too_large',
];

/** The operations on payment links. */
export const linkOperations = [
  operation({
    at: 'POST /payment-links',
    program: {
      id: 'createPaymentLink',
      sdk: 'payment_links.create',
      scope: 'payment_links:write',
      summary: 'Cria um link de pagamento',
      description:
        'Uma página em que cada pagador cria a sua cobrança. Com `due_in_days` a cobrança vence ' +
        'depois. Com `Idempotency-Key`, repetir devolve o mesmo link, como ele está no momento.',
    },
    member: { id: 'createPaymentLinkByHand', access: memberRules.charge, isOpenToDrafts: true },
    keyed: {
      fields: fieldsOf(
        'title',
        'description',
        'amount',
        'min_amount',
        'max_amount',
        'stock',
        'status',
        'expires_at',
        'return_url',
        'product_id',
        'due_in_days',
        'days_after_due',
        'fine',
        'interest',
        'rebate',
        'discounts',
        'subscription',
      ),
    },
    body: NewLinkBody,
    answer: [201, PaymentLinkAnswer],
    refuses: [...RULE_CODES, 'too_many_payment_links'],
    run: ({ deps, owner, body, idempotency }) => createLink(deps, owner, { body, idempotency }),
  }),
  listOf({
    at: 'GET /payment-links',
    program: {
      id: 'listPaymentLinks',
      sdk: 'payment_links.list',
      sdkNote: 'Uma página, os mais novos primeiro.',
      scope: 'payment_links:read',
      summary: 'Lista links de pagamento',
      description: 'Os mais novos primeiro. Siga `next_cursor` até que seja null.',
    },
    member: { id: 'listOwnPaymentLinks', access: memberRules.read, query: CursorQuery },
    query: LinkQuery,
    page: PaymentLinkPage,
    select: ({ deps, owner }, place) => listLinks(deps.database, owner.scope, place),
    view: linkView,
  }),
  operation({
    at: 'GET /payment-links/:id',
    program: {
      id: 'getPaymentLink',
      sdk: 'payment_links.retrieve',
      scope: 'payment_links:read',
      summary: 'Lê um link de pagamento',
    },
    member: { id: 'getOwnPaymentLink', access: memberRules.read },
    params: LinkParams,
    answer: [200, PaymentLinkAnswer],
    refuses: ['payment_link_not_found'],
    run: async ({ deps, owner, params }) =>
      linkView(await readLink(deps.database, { ...owner.scope, ...params })),
  }),
  operation({
    at: 'PATCH /payment-links/:id',
    program: {
      id: 'changePaymentLink',
      sdk: 'payment_links.update',
      sdkNote: 'Só o que é enviado muda. Cobranças que já existem ficam como estão.',
      scope: 'payment_links:write',
      summary: 'Muda, pausa ou reativa um link de pagamento',
      description: 'O que não é enviado fica como está. Cobranças feitas não mudam.',
    },
    member: { id: 'changePaymentLinkByHand', access: memberRules.charge, isOpenToDrafts: true },
    params: LinkParams,
    body: LinkChangeBody,
    answer: [200, PaymentLinkAnswer],
    refuses: [...RULE_CODES, 'payment_link_not_found'],
    run: async ({ deps, owner, params: { id }, body }) =>
      linkView(await changeLink(deps, owner, { id, body })),
  }),
];
