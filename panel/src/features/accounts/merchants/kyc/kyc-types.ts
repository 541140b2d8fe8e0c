import type { Answer } from '#panel/api/answer.ts';
import { addressOf } from '#panel/api/client.ts';

/** A merchant's own application. */
export type Kyc = Answer<'/api/panel/kyc'>;
/** An application under review. */
export type ReviewedKyc = Answer<'/api/operator/kyc/{application_id}'>;
export type KycDocument = Kyc['documents'][number];
export type DocumentKind = KycDocument['kind'];
/** The application as both sides read it. */
export type KycData = Pick<
  Kyc,
  'kind' | 'legal_name' | 'tax_id' | 'address' | 'responsible' | 'documents'
>;

/** The address of a merchant's own document. */
export function ownDocumentUrl({ document_id: id }: KycDocument): string {
  return addressOf(`/api/panel/kyc/documents/${id}`);
}
