import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { releaseAddress } from '#src/messages/payer-mails/address-stops.ts';
import { NOTE_LENGTH_MAX } from './customer.ts';
import type { CustomerDeps } from './customer-operations.ts';
import {
  CustomerList,
  CustomerOnPage,
  readCustomerPage,
  withNewestCharges,
} from './customer-page.ts';
import { CustomerExport, CustomerQuery, Note } from './customer-schemas.ts';
import { noteView } from './customer-view.ts';
import { exportCustomer } from './export-customer.ts';
import { addNote, removeNote } from './notes/customer-notes.ts';
import { listCustomers, readCustomer } from './read-customers.ts';

interface CustomerPageDeps extends Omit<CustomerDeps, 'limitExport'> {
  /** The key of the digests of addresses. */
  readonly readKey: () => Promise<Buffer>;
}

const { operation } = operationsOf<CustomerPageDeps>();
const LIMIT_DEFAULT = 20;

/** The operations on customers at the panel: list, one with its notes, export. */
export const customerPageOperations = [
  operation({
    at: 'GET /customers',
    // Visitors of the public sandbox must not see the payers of other visitors.
    member: { id: 'listOwnCustomers', access: memberRules.read, isClosedToSandbox: true },
    query: CustomerQuery,
    answer: [200, CustomerList],
    run: async ({ deps, owner: { scope }, query }) => {
      const { search, cursor, limit = LIMIT_DEFAULT } = query;
      await deps.customers.linkNewest(scope);
      const filter = { ...scope, search, cursor: idOfCursor(cursor), limit };
      const { rows, next } = await listCustomers(deps.database, filter);
      return { data: await withNewestCharges(deps.database, rows), next_cursor: cursorOf(next) };
    },
  }),
  operation({
    at: 'GET /customers/:id',
    member: { id: 'getOwnCustomer', access: memberRules.read, isClosedToSandbox: true },
    answer: [200, CustomerOnPage],
    refuses: ['customer_not_found'],
    run: async ({ deps, owner: { scope }, params: { id } }) => {
      await deps.customers.linkNewest(scope);
      return readCustomerPage(deps, { ...scope, id });
    },
  }),
  operation({
    at: 'POST /customers/:id/notes',
    member: { id: 'addCustomerNote', access: memberRules.charge },
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: NOTE_LENGTH_MAX, pattern: '\\S' }),
    }),
    answer: [201, Note],
    refuses: ['customer_not_found', 'too_many_customer_notes'],
    run: async ({ deps, owner: { scope, by }, member, params: { id }, body }) => {
      const written = { text: body.text.trim(), by, author: member.name };
      return noteView(await addNote(deps, { ...scope, id }, written));
    },
  }),
  operation({
    at: 'DELETE /customers/:id/notes/:note_id',
    member: { id: 'removeCustomerNote', access: memberRules.charge },
    answer: [200, Done],
    refuses: ['note_not_found'],
    run: async ({ deps, owner: { scope, by }, params: { id, note_id: noteId } }) => {
      await removeNote(deps, { ...scope, id }, { noteId, by });
      return DONE;
    },
  }),
  operation({
    at: 'POST /customers/:id/email/release',
    member: { id: 'releaseCustomerEmail', access: memberRules.charge },
    answer: [200, Done],
    refuses: ['customer_not_found', 'address_not_refused'],
    run: async ({ deps, owner: { scope, by }, params: { id } }) => {
      const customer = await readCustomer(deps.database, { ...scope, id });
      const { email, merchantId } = customer;
      if (email === null) throw new Refusal('address_not_refused');
      await releaseAddress(deps, { merchantId, email, customer: customer.id }, by);
      return DONE;
    },
  }),
  operation({
    at: 'GET /customers/:id/data.json',
    // Everything about one person: for who answers for the account.
    member: { id: 'exportCustomerByHand', access: memberRules.owner, isClosedToSandbox: true },
    answer: [200, CustomerExport],
    refuses: ['customer_not_found'],
    isDownload: true,
    run: async ({ deps, owner: { scope, by }, params: { id }, reply }) => {
      const exported = await exportCustomer(deps, { ...scope, id }, by);
      // The name of the file stays in downloads and histories, so it names no person.
      const name = `cliente-${id}-${brazilianDayOf(deps.clock.now())}.json`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
      return JSON.stringify(exported);
    },
  }),
];
