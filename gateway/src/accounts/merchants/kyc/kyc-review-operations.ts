import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { approveKyc, rejectKyc } from './decide-kyc.ts';
import type { QueuePosition } from './kyc-application.ts';
import type { KycReviewDeps } from './kyc-deps.ts';
import {
  DecisionQuery,
  KycStatusSchema,
  QueueList,
  RejectBody,
  ReviewedKyc,
} from './kyc-schemas.ts';
import { queueItem, reviewedKyc } from './kyc-view.ts';
import { openDocument } from './manage-documents.ts';
import { findApplication, readKycById, readQueue } from './read-kyc.ts';
import { sendDocument } from './send-document.ts';

const { operation } = operationsOf<KycReviewDeps>();

const POSITION = /^(\d{1,15}) (\S+)$/;
const LIMIT_DEFAULT = 20;
const DECISION_CODES: readonly ProblemCode[] = ['kyc_not_found', 'status_change_refused'];

/** The operators' review: the queue, applications with their documents, and decisions. */
export const kycReviewOperations = [
  operation({
    at: 'GET /kyc',
    operator: { id: 'listKycApplications', access: operatorRules.read },
    query: Type.Object({ ...CursorQuery.properties, status: Type.Optional(KycStatusSchema) }),
    answer: [200, QueueList],
    run: async ({ deps: { database, clock }, query }) => {
      const { status = 'submitted', cursor, limit = LIMIT_DEFAULT } = query;
      const after = cursor === undefined ? undefined : positionOfCursor(cursor);
      const { rows, next } = await readQueue(database, { status, after, limit });
      const data = rows.map((row) => queueItem(row, clock.now()));
      return { data, next_cursor: next && cursorOfPosition(next) };
    },
  }),
  operation({
    at: 'GET /kyc/:application_id',
    operator: { id: 'getKycApplication', access: operatorRules.read },
    answer: [200, ReviewedKyc],
    refuses: ['kyc_not_found'],
    run: async ({ deps, params }) =>
      reviewedKyc(await readKycById(deps.database, params.application_id)),
  }),
  operation({
    at: 'GET /kyc/:application_id/documents/:document_id',
    operator: { id: 'getKycApplicationDocument', access: operatorRules.care },
    answer: [200, DocumentContent],
    refuses: ['kyc_not_found', 'document_not_found'],
    run: async ({ deps, params, reply }) => {
      const { application } = await findApplication(deps.database, params.application_id);
      const { merchantId } = application;
      return sendDocument(reply, await openDocument(deps, merchantId, params.document_id));
    },
  }),
  operation({
    at: 'POST /kyc/:application_id/approve',
    // It opens the merchant's production.
    operator: { id: 'approveKyc', access: { ...operatorRules.care, needsCode: true } },
    query: DecisionQuery,
    body: CodeOnly,
    answer: [200, ReviewedKyc],
    refuses: DECISION_CODES,
    run: async ({ deps, by, params: { application_id: applicationId }, query }) => {
      await approveKyc(deps, { applicationId, submission: query.submission, by });
      return reviewedKyc(await readKycById(deps.database, applicationId));
    },
  }),
  operation({
    at: 'POST /kyc/:application_id/reject',
    operator: { id: 'rejectKyc', access: operatorRules.care },
    query: DecisionQuery,
    body: RejectBody,
    answer: [200, ReviewedKyc],
    refuses: DECISION_CODES,
    run: async ({ deps, by, params: { application_id: applicationId }, query, body }) => {
      const target = { applicationId, submission: query.submission, by };
      await rejectKyc(deps, target, body.reason.trim());
      return reviewedKyc(await readKycById(deps.database, applicationId));
    },
  }),
];

/** The cursor of the page that starts after a position of the queue. */
function cursorOfPosition({ statusSince, applicationId }: QueuePosition): string {
  return Buffer.from(`${statusSince} ${applicationId}`).toString('base64url');
}

/** The position of a cursor. Refuses `invalid_request` if the text is not such a cursor. */
function positionOfCursor(cursor: string): QueuePosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, statusSince = '', applicationId = ''] = POSITION.exec(text) ?? [];
  if (isId(applicationId)) return { statusSince: Number(statusSince), applicationId };
  throw invalidCursor();
}
