import { memberRules } from '#src/ground/access/member-access.ts';
import { DocumentContent } from '#src/ground/http/document-content.ts';
import type { Call } from '#src/ground/http/operation.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { DOCUMENT_TYPES } from '#src/ground/images/detect-document-type.ts';
import { DONE, Done } from '#src/ground/schemas/panel-schemas.ts';
import { DOCUMENT_BYTES_MAX } from './kyc-application.ts';
import type { KycDeps } from './kyc-deps.ts';
import { KycBody, KycDocumentSchema, OwnKyc, UploadQuery } from './kyc-schemas.ts';
import { dataOfBody, documentView, ownKyc } from './kyc-view.ts';
import { addDocument, openDocument, removeDocument } from './manage-documents.ts';
import { readKyc } from './read-kyc.ts';
import { saveKyc } from './save-kyc.ts';
import { sendDocument } from './send-document.ts';
import { reopenKyc, submitKyc } from './submit-kyc.ts';

const { operation } = operationsOf<KycDeps>();

const draft = {
  access: memberRules.owner,
  environment: 'none',
  isOpenToUnapproved: true,
} as const;
const hidden = {
  access: memberRules.owner,
  environment: 'none',
  isClosedToSandbox: true,
} as const;

/** The operations on a merchant's own application and its documents. */
export const kycOperations = [
  operation({
    at: 'GET /kyc',
    member: { ...hidden, id: 'getKyc' },
    answer: [200, OwnKyc],
    run: kycNow,
  }),
  operation({
    at: 'PUT /kyc',
    member: { ...draft, id: 'saveKyc' },
    body: KycBody,
    answer: [200, OwnKyc],
    refuses: ['kyc_closed'],
    run: async (call) => {
      const { deps, owner, by, body } = call;
      await saveKyc(deps, owner.merchant, { data: dataOfBody(body), by });
      return kycNow(call);
    },
  }),
  operation({
    at: 'POST /kyc/submit',
    member: { ...draft, id: 'submitKyc' },
    answer: [200, OwnKyc],
    refuses: ['kyc_closed'],
    run: async (call) => {
      await submitKyc(call.deps, call.owner.merchant, call.by);
      return kycNow(call);
    },
  }),
  operation({
    at: 'POST /kyc/reopen',
    member: { ...draft, id: 'reopenKyc' },
    answer: [200, OwnKyc],
    refuses: ['kyc_closed'],
    run: async (call) => {
      await reopenKyc(call.deps, call.owner.merchant, call.by);
      return kycNow(call);
    },
  }),
  operation({
    at: 'POST /kyc/documents',
    member: { ...draft, id: 'addKycDocument' },
    file: { types: DOCUMENT_TYPES, invalid: 'document_type_invalid' },
    bodyLimit: { bytesMax: DOCUMENT_BYTES_MAX, tooLarge: 'document_too_large' },
    query: UploadQuery,
    answer: [201, KycDocumentSchema],
    refuses: ['kyc_closed', 'too_many_documents'],
    run: async ({ deps, owner: { merchant }, by, query, file: content, request }) => {
      const declaredType = request.headers['content-type'];
      return documentView(
        await addDocument(deps, merchant, { ...query, content, declaredType, by }),
      );
    },
  }),
  operation({
    at: 'DELETE /kyc/documents/:document_id',
    member: { ...draft, id: 'removeKycDocument' },
    answer: [200, Done],
    refuses: ['document_not_found', 'kyc_closed'],
    run: async ({ deps, owner: { merchant }, by, params: { document_id: documentId } }) => {
      await removeDocument(deps, merchant, { documentId, by });
      return DONE;
    },
  }),
  operation({
    at: 'GET /kyc/documents/:document_id',
    member: { ...hidden, id: 'getKycDocument' },
    answer: [200, DocumentContent],
    refuses: ['document_not_found'],
    run: async ({ deps, owner: { merchant }, params, reply }) =>
      sendDocument(reply, await openDocument(deps, merchant.merchantId, params.document_id)),
  }),
];

async function kycNow({ deps, owner: { merchant }, language }: Call<KycDeps>) {
  const view = { now: deps.clock.now(), language };
  return ownKyc(await readKyc(deps.database, merchant.merchantId), merchant, view);
}
