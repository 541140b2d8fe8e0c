import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import {
  operatorChangeResponses,
  operatorCodeResponses,
  panelReadResponses,
} from '#src/ground/errors/problem-schemas.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
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

const POSITION = /^(\d{1,15}) (\S+)$/;
const LIMIT_DEFAULT = 20;
const ApplicationParams = Type.Object({ application_id: Type.String() });
const DECISION_CODES = ['kyc_not_found', 'status_change_refused'] as const;

/** The operators' review: the queue, applications with their documents, and decisions. */
export function kycOperatorRoutes(deps: KycReviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    for (const routes of [queueRoute(deps), reviewRoutes(deps), decisionRoutes(deps)]) {
      await app.register(routes);
    }
  };
}

function queueRoute({ database, clock }: KycReviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/kyc',
      {
        schema: {
          operationId: 'listKycApplications',
          querystring: Type.Object({
            ...CursorQuery.properties,
            status: Type.Optional(KycStatusSchema),
          }),
          response: { 200: QueueList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { status = 'submitted', cursor, limit = LIMIT_DEFAULT } = request.query;
        const after = cursor === undefined ? undefined : positionOfCursor(cursor);
        const { rows, next } = await readQueue(database, { status, after, limit });
        const data = rows.map((row) => queueItem(row, clock.now()));
        return { data, next_cursor: next && cursorOfPosition(next) };
      },
    );
  };
}

function reviewRoutes(deps: KycReviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/kyc/:application_id',
      {
        schema: {
          operationId: 'getKycApplication',
          params: ApplicationParams,
          response: { 200: ReviewedKyc, ...panelReadResponses(['kyc_not_found']) },
        },
      },
      async (request) =>
        reviewedKyc(await readKycById(deps.database, request.params.application_id)),
    );
    app.get(
      '/api/operator/kyc/:application_id/documents/:document_id',
      {
        schema: {
          operationId: 'getKycApplicationDocument',
          params: Type.Object({
            ...ApplicationParams.properties,
            document_id: Type.String(),
          }),
          response: {
            200: DocumentContent,
            ...panelReadResponses(['kyc_not_found', 'document_not_found']),
          },
        },
      },
      async (request, reply) => {
        const { application_id: applicationId, document_id: documentId } = request.params;
        const { application } = await findApplication(deps.database, applicationId);
        const { merchantId } = application;
        return sendDocument(reply, await openDocument(deps, merchantId, documentId));
      },
    );
  };
}

function decisionRoutes(deps: KycReviewDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/operator/kyc/:application_id/approve',
      {
        schema: {
          operationId: 'approveKyc',
          params: ApplicationParams,
          querystring: DecisionQuery,
          body: CodeOnly,
          response: { 200: ReviewedKyc, ...operatorCodeResponses(DECISION_CODES) },
        },
      },
      async (request) => {
        const { application_id: applicationId } = request.params;
        const { submission } = request.query;
        await approveKyc(deps, { applicationId, submission, by: actorOf(request) });
        return reviewedKyc(await readKycById(deps.database, applicationId));
      },
    );
    app.post(
      '/api/operator/kyc/:application_id/reject',
      {
        schema: {
          operationId: 'rejectKyc',
          params: ApplicationParams,
          querystring: DecisionQuery,
          body: RejectBody,
          response: { 200: ReviewedKyc, ...operatorChangeResponses(DECISION_CODES) },
        },
      },
      async (request) => {
        const { application_id: applicationId } = request.params;
        const { submission } = request.query;
        const target = { applicationId, submission, by: actorOf(request) };
        await rejectKyc(deps, target, request.body.reason.trim());
        return reviewedKyc(await readKycById(deps.database, applicationId));
      },
    );
  };
}

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
