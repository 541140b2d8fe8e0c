import type { FastifyReply } from 'fastify';
import { CODE, memberRules } from '#src/ground/access/member-access.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { type Owner, operationsOf } from '#src/ground/http/operation.ts';
import type { CustomerIndex } from '../transactions/customer-links.ts';
import {
  CustomerExport,
  CustomerPage,
  CustomerParams,
  CustomerQuery,
  CustomerWithSummary,
  ErasureAnswer,
} from './customer-schemas.ts';
import { customerDetails, customerView, erasureView } from './customer-view.ts';
import { eraseCustomer } from './erasure/erase-customers.ts';
import { exportCustomer } from './export-customer.ts';
import { listCustomers, readCustomerWithSums } from './read-customers.ts';

export interface CustomerDeps extends DatabaseAndClock {
  /** A small part of the connections, for exports. */
  readonly exportDatabase: Database;
  readonly customers: CustomerIndex;
  /** Counts an export of a merchant. */
  readonly limitExport: (merchantId: string, reply: FastifyReply) => Promise<void>;
}

const { operation, listOf } = operationsOf<CustomerDeps>('Customers');

/** The operations on customers by programs, and the erasure at both doors. */
export const customerOperations = [
  listOf({
    at: 'GET /customers',
    program: {
      id: 'listCustomers',
      sdk: 'customers.list',
      sdkNote: 'Uma página, os da cobrança mais nova primeiro.',
      scope: 'customers:read',
      summary: 'Lista clientes',
      description:
        'Um cliente é um CPF ou CNPJ que aparece como pagador nas suas cobranças, também nas ' +
        'antigas, ou nas suas assinaturas. Primeiro os da cobrança mais nova. Siga `next_cursor` ' +
        'até que seja null: com `search` uma página pode vir incompleta antes disso.',
    },
    query: CustomerQuery,
    page: CustomerPage,
    refuses: ['sandbox_forbidden'],
    select: async ({ deps, owner, query: { search } }, { cursor, limit }) => {
      const scope = scopeOf(owner);
      await deps.customers.linkNewest(scope);
      return listCustomers(deps.database, { ...scope, search, cursor, limit });
    },
    view: customerView,
  }),
  operation({
    at: 'GET /customers/:id',
    program: {
      id: 'getCustomer',
      sdk: 'customers.retrieve',
      sdkNote: 'Mostra o que pagou e o que deve.',
      scope: 'customers:read',
      summary: 'Lê um cliente',
      description:
        'Com o que pagou, o que foi devolvido e o que está em aberto. As cobranças dele estão em ' +
        '`GET /v1/transactions?customer=`.',
    },
    params: CustomerParams,
    answer: [200, CustomerWithSummary],
    refuses: ['customer_not_found', 'sandbox_forbidden'],
    run: async ({ deps, owner, params: { id } }) => {
      const scope = scopeOf(owner);
      await deps.customers.linkNewest(scope);
      return customerDetails(await readCustomerWithSums(deps.database, { ...scope, id }));
    },
  }),
  operation({
    at: 'GET /customers/:id/export',
    program: {
      id: 'exportCustomer',
      sdk: 'customers.export',
      sdkNote: 'Tudo o que está guardado sobre a pessoa (LGPD).',
      // Everything about one person: at the panel owners only, and not for the keys of `pix`.
      scope: 'customers:write',
      summary: 'Exporta os dados de um cliente',
      description:
        'Tudo o que está guardado sobre a pessoa, para responder a um pedido dela (LGPD). A ' +
        'exportação fica em Alterações.',
    },
    params: CustomerParams,
    answer: [200, CustomerExport],
    refuses: ['customer_not_found', 'sandbox_forbidden'],
    run: async ({ deps, owner, params: { id }, reply }) => {
      const scope = scopeOf(owner);
      await deps.limitExport(scope.merchantId, reply);
      return JSON.stringify(await exportCustomer(deps, { ...scope, id }, owner.by));
    },
  }),
  operation({
    at: 'DELETE /customers/:id',
    program: {
      id: 'eraseCustomer',
      sdk: 'customers.erase',
      sdkNote: 'Não pode ser desfeito. Valores, identificadores e datas ficam.',
      scope: 'customers:write',
      summary: 'Apaga os dados de um cliente',
      description:
        'Nome, documento, e-mail, descrições e anotações são trocados por uma marca em tudo o ' +
        'que é seu; valores, identificadores e datas ficam. Não pode ser desfeito. Com ' +
        '`status: running` o gateway termina sozinho. Quem pediu e quando fica em Alterações.',
    },
    member: {
      id: 'eraseCustomerByHand',
      // Everything about one person, and its end: for who answers for the account.
      access: { ...memberRules.owner, code: CODE },
      at: 'POST /customers/:id/erase',
      body: CodeOnly,
    },
    params: CustomerParams,
    answer: [200, ErasureAnswer],
    refuses: ['customer_not_found', 'customer_has_open_charges'],
    run: async ({ deps, owner, params: { id } }) =>
      erasureView(await eraseCustomer(deps, { ...scopeOf(owner), id }, owner.by)),
  }),
];

/** The scope of an owner. Refuses `sandbox_forbidden`: visitors must not list others' payers. */
function scopeOf({ merchant, scope }: Owner) {
  refuseSandbox(merchant);
  return scope;
}
