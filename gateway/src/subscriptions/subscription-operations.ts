import { Type } from 'typebox';
import type { QrImages } from '#src/charges/qr-image/qr-image.ts';
import { KnownQrImage, QrImageAnswer, sendQrImage } from '#src/charges/qr-image/send-qr-image.ts';
import { SPLIT_CODES } from '#src/charges/split-field.ts';
import { memberRules } from '#src/ground/access/member-access.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { type Clock, parseInstant } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { cursorOf } from '#src/ground/http/page-cursor.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import { fieldsOf } from '#src/ground/idempotency/request-digest.ts';
import { firstIdAt, ID_MAX, ID_MIN, isId } from '#src/ground/ids.ts';
import { parseTaxId } from '#src/ground/pix/tax-id.ts';
import { optionalString } from '#src/ground/schemas/query-schemas.ts';
import type { SubscriptionRequest } from './create-subscriptions.ts';
import { authorizableBefore, firstDueDays, refusedDays } from './first-days.ts';
import {
  findSubscription,
  keyOf,
  linkIdOf,
  positionOfCursor,
  readCycles,
  readSubscription,
  readSubscriptions,
} from './read-subscriptions.ts';
import { type LiveOffer, refuseSubscriptions } from './refuse-subscriptions.ts';
import { requestFromBody } from './request-from-body.ts';
import {
  CyclePageAnswer,
  CycleQuery,
  SubscriptionAnswer,
  SubscriptionBody,
  SubscriptionPageAnswer,
  SubscriptionParams,
  SubscriptionQuery,
} from './subscription-schemas.ts';
import { cycleView, languageFor, subscriptionView } from './subscription-view.ts';

const LIMIT_DEFAULT = 20;
const SHOWN_DAYS = 5;
const PanelQuery = Type.Object({
  ...Type.Pick(SubscriptionQuery, ['status', 'payment_link_id', 'cursor', 'limit']).properties,
  search: optionalString(
    'reference',
    'Uma referência, um CPF ou CNPJ, ou um internal_id.',
    'contrato-1001',
  ),
});
const DaysQuery = Type.Object({
  ...Type.Pick(SubscriptionBody, ['interval', 'first_due_on']).properties,
  ends_on: Type.Optional(SubscriptionBody.properties.first_due_on),
});
const FirstDays = Type.Object({
  days: Type.Array(Type.String(), { description: 'Os primeiros vencimentos, em dias úteis.' }),
  authorizable_until: Type.String({
    description: 'O último dia em que o pagador pode autorizar.',
  }),
});

export interface SubscriptionDeps {
  /** For reads. */
  readonly database: Database;
  readonly clock: Clock;
  readonly createSubscription: (request: SubscriptionRequest) => Promise<CreatedResource>;
  readonly live: LiveOffer;
  readonly qrImages: QrImages;
}

const { operation, listOf } = operationsOf<SubscriptionDeps>('Subscriptions');

/** The operations that create and read subscriptions. */
export const subscriptionOperations = [
  operation({
    at: 'POST /subscriptions',
    program: {
      id: 'createSubscription',
      sdk: 'subscriptions.create',
      scope: 'charges:write',
      summary: 'Cria uma assinatura por Pix Automático',
      description:
        'O pagador autoriza uma vez, e o banco dele paga cada cobrança no vencimento. Com ' +
        '`amount` o gateway cria cada cobrança quatro dias antes; com `min_amount` você cria ' +
        'cada uma. Com `Idempotency-Key`, repetir devolve a mesma assinatura. Com chaves de ' +
        'produção o banco da plataforma precisa ter Pix Automático.',
    },
    member: {
      id: 'createSubscriptionByHand',
      access: memberRules.charge,
      config: { taxIdOf: 'payer' },
      refuses: ['payload_too_large', 'unsupported_media_type'],
      lacks: ['demo_cannot_split'],
    },
    keyed: {
      fields: fieldsOf(
        'reference',
        'payer.name',
        'payer.document',
        'description',
        'amount',
        'min_amount',
        'interval',
        'first_due_on',
        'ends_on',
        'retries',
        'journey',
        'splits',
        'metadata',
      ),
    },
    body: SubscriptionBody,
    answer: [201, SubscriptionAnswer],
    refuses: [
      ...SPLIT_CODES,
      'subscriptions_unavailable',
      'too_many_subscriptions',
      'amount_too_small',
      'test_clock_not_found',
      'provider_unavailable',
      'provider_refused',
    ],
    run: async ({ deps, owner: { caller, byHand }, body, idempotency }) => {
      refuseSubscriptions(deps.live, caller);
      const wanted = requestFromBody(body, caller);
      return deps.createSubscription({ ...wanted, idempotency, by: byHand });
    },
  }),
  listOf({
    at: 'GET /subscriptions',
    program: {
      id: 'listSubscriptions',
      sdk: 'subscriptions.list',
      sdkNote: 'Uma página, as mais novas primeiro.',
      scope: 'charges:read',
      summary: 'Lista assinaturas',
      description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
    },
    query: SubscriptionQuery,
    page: SubscriptionPageAnswer,
    select: ({ deps, owner, query }, { beforeId, limit }) => {
      const { status = null, reference, document, payment_link_id: link } = query;
      return readSubscriptions(deps.database, {
        ...owner.scope,
        limit,
        beforeId,
        fromId: idAt(query.created_from) ?? ID_MIN,
        untilId: idAt(query.created_to) ?? ID_MAX,
        status,
        reference: reference?.trim() ?? null,
        document: document ? (digitsOf(document) ?? document) : null,
        linkId: linkIdOf(link),
      });
    },
    view: (state) => subscriptionView(state),
  }),
  listOf({
    at: 'GET /subscriptions',
    member: { id: 'listOwnSubscriptions', access: memberRules.read },
    query: PanelQuery,
    page: SubscriptionPageAnswer,
    select: async ({ deps: { database }, owner: { scope }, query }, { beforeId, limit }) => {
      const search = query.search?.trim() ?? '';
      const id = search.toLowerCase();
      if (isId(id)) return { rows: await findSubscription(database, { ...scope, id }), next: null };
      const document = digitsOf(search) ?? null;
      return readSubscriptions(database, {
        ...scope,
        limit,
        beforeId,
        fromId: ID_MIN,
        untilId: ID_MAX,
        status: query.status ?? null,
        document,
        reference: document === null && search !== '' ? search : null,
        linkId: linkIdOf(query.payment_link_id),
      });
    },
    view: (state, { language }) => subscriptionView(state, language),
  }),
  operation({
    at: 'GET /subscriptions/:id',
    program: {
      id: 'getSubscription',
      sdk: 'subscriptions.retrieve',
      scope: 'charges:read',
      summary: 'Lê uma assinatura',
    },
    member: {
      id: 'getOwnSubscription',
      access: memberRules.read,
      params: SubscriptionParams,
    },
    params: SubscriptionParams,
    answer: [200, SubscriptionAnswer],
    refuses: ['subscription_not_found'],
    run: async ({ deps, owner, params: { id }, language }) => {
      const state = await readSubscription(deps.database, keyOf(owner.scope, id));
      return subscriptionView(state, languageFor(owner, language));
    },
  }),
  operation({
    at: 'GET /subscriptions/:id/cycles',
    program: {
      id: 'listSubscriptionCycles',
      sdk: 'subscriptions.cycles',
      sdkNote: 'Uma página, as mais novas primeiro.',
      scope: 'charges:read',
      summary: 'Lista as cobranças de uma assinatura',
      description: 'As mais novas primeiro. Siga `next_cursor` até que seja null.',
    },
    member: {
      id: 'listOwnSubscriptionCycles',
      access: memberRules.read,
      params: SubscriptionParams,
    },
    params: SubscriptionParams,
    query: CycleQuery,
    answer: [200, CyclePageAnswer],
    refuses: ['subscription_not_found'],
    run: async ({ deps: { database }, owner, params: { id }, query, language }) => {
      const { subscription } = await readSubscription(database, keyOf(owner.scope, id));
      const page = { before: positionOfCursor(query.cursor), limit: query.limit ?? LIMIT_DEFAULT };
      const { rows, next } = await readCycles(database, subscription, page);
      const reader = languageFor(owner, language);
      const data = rows.map((cycle) => cycleView(subscription, cycle, reader));
      return { data, next_cursor: cursorOf(next) };
    },
  }),
  operation({
    at: 'GET /subscriptions/:id/image',
    program: {
      id: 'getSubscriptionImage',
      sdk: 'subscriptions.qr_image',
      sdkNote: 'O código que o pagador lê, em `png` ou `svg`. A imagem nunca muda: guarde-a.',
      scope: 'charges:read',
      summary: 'Imagem do QR code de uma assinatura',
      description: 'PNG, ou SVG quando o cabeçalho Accept o prefere. A imagem nunca muda.',
    },
    params: SubscriptionParams,
    answer: [200, QrImageAnswer],
    alsoAnswers: KnownQrImage,
    refuses: ['subscription_not_found'],
    run: async ({ deps, owner, params: { id }, request, reply }) => {
      const { code } = (await readSubscription(deps.database, keyOf(owner.scope, id))).subscription;
      if (code === null) throw new Refusal('subscription_not_found');
      return sendQrImage(request, reply, { code, qrImages: deps.qrImages });
    },
  }),
  // The first due dates of a subscription as its form has it, with the refusals of the creation.
  operation({
    at: 'GET /subscription-days',
    member: { id: 'previewSubscriptionDays', access: memberRules.read },
    query: DaysQuery,
    answer: [200, FirstDays],
    run: async ({ deps, query }) => {
      const { interval, first_due_on: firstDueOn, ends_on: endsOn = null } = query;
      const refusal = refusedDays({ firstDueOn, endsOn }, deps.clock.now());
      if (refusal) throw refusal;
      return {
        days: firstDueDays({ interval, firstDueOn, endsOn }, SHOWN_DAYS),
        authorizable_until: brazilianDayOf(authorizableBefore(firstDueOn) - 1),
      };
    },
  }),
];

function idAt(text: string | undefined): string | undefined {
  const at = text === undefined ? undefined : parseInstant(text);
  return at === undefined ? undefined : firstIdAt(at);
}

function digitsOf(document: string): string | undefined {
  return parseTaxId(document, { checkDigits: false })?.digits;
}
