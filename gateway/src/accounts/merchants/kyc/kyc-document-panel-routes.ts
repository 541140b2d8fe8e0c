import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import { acceptOnlyFiles, refuseTooLarge } from '#src/ground/http/file-body.ts';
import { DOCUMENT_TYPES } from '#src/ground/images/detect-document-type.ts';
import { DOCUMENT_BYTES_MAX } from './kyc-application.ts';
import type { KycDeps } from './kyc-deps.ts';
import { KycDocumentSchema, UploadQuery } from './kyc-schemas.ts';
import { documentView } from './kyc-view.ts';
import { addDocument, openDocument, removeDocument } from './manage-documents.ts';
import { sendDocument } from './send-document.ts';

const DocumentParams = Type.Object({ document_id: Type.String() });

/** The documents of a merchant's own application: add, remove and read them. */
export function kycDocumentPanelRoutes(deps: KycDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(uploadRoute(deps));
    app.delete(
      '/api/panel/kyc/documents/:document_id',
      {
        config: { isOpenToUnapproved: true },
        schema: {
          operationId: 'removeKycDocument',
          params: DocumentParams,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['document_not_found', 'kyc_closed']),
          },
        },
      },
      async (request) => {
        const { document_id: documentId } = request.params;
        const { merchant } = memberOf(request);
        await removeDocument(deps, merchant, { documentId, by: actorOf(request) });
        return { status: 'ok' } as const;
      },
    );
    app.get(
      '/api/panel/kyc/documents/:document_id',
      {
        config: { isClosedToSandbox: true },
        schema: {
          operationId: 'getKycDocument',
          params: DocumentParams,
          response: {
            200: DocumentContent,
            ...panelReadResponses(['document_not_found', 'sandbox_forbidden']),
          },
        },
      },
      async (request, reply) => {
        const { merchantId } = memberOf(request).merchant;
        const document = await openDocument(deps, merchantId, request.params.document_id);
        return sendDocument(reply, document);
      },
    );
  };
}

function uploadRoute(deps: KycDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    acceptOnlyFiles(app, DOCUMENT_TYPES, 'document_type_invalid');
    app.post(
      '/api/panel/kyc/documents',
      {
        config: { isOpenToUnapproved: true },
        bodyLimit: DOCUMENT_BYTES_MAX,
        errorHandler: refuseTooLarge('document_too_large'),
        schema: {
          operationId: 'addKycDocument',
          querystring: UploadQuery,
          response: {
            201: KycDocumentSchema,
            ...panelChangeResponses([
              'kyc_closed',
              'document_too_large',
              'document_type_invalid',
              'too_many_documents',
            ]),
          },
        },
      },
      async (request, reply) => {
        const { body, headers } = request;
        if (!Buffer.isBuffer(body)) throw new Refusal('document_type_invalid');
        const document = await addDocument(deps, memberOf(request).merchant, {
          ...request.query,
          content: body,
          declaredType: headers['content-type'],
          by: actorOf(request),
        });
        return reply.code(201).send(documentView(document));
      },
    );
  };
}
