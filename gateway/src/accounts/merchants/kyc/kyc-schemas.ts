import { Type } from 'typebox';
import { instant, nullable, oneOf, optionalText, text } from '#src/ground/schemas/text-schemas.ts';
import { MERCHANT_STATUSES } from '../merchant.ts';
import {
  APPLICANT_KINDS,
  DOCUMENT_KINDS,
  type DocumentKind,
  KYC_DECISIONS,
  KYC_STATUSES,
  type KycStatus,
} from './kyc-application.ts';

const REASON_LENGTH_MIN = 10;
const REASON_LENGTH_MAX = 1_000;

export const KycStatusSchema = Type.Unsafe<KycStatus>({
  type: 'string',
  enum: KYC_STATUSES,
  description: 'draft: em preenchimento; submitted: em análise.',
});
export const DocumentKindSchema = Type.Unsafe<DocumentKind>({
  type: 'string',
  enum: DOCUMENT_KINDS,
});
const NullableKind = Type.Union([oneOf(APPLICANT_KINDS), Type.Null()]);

const field = (description: string, example: string) =>
  optionalText('note', { description, examples: [example] });

/** An address as a member enters it. */
export const AddressBody = Type.Object({
  postal_code: field('CEP.', '01310-100'),
  street: field('Logradouro.', 'Avenida Paulista'),
  number: field('Número.', '1000'),
  complement: field('Complemento.', 'Sala 5'),
  district: field('Bairro.', 'Bela Vista'),
  city: field('Cidade.', 'São Paulo'),
  state: field('UF.', 'SP'),
});

/** The body that saves a draft. Every field may be missing. */
export const KycBody = Type.Object({
  kind: Type.Optional(NullableKind),
  legal_name: field('Nome completo ou razão social.', 'Doceria da Ana Ltda.'),
  tax_id: field('CPF de pessoa, CNPJ de empresa.', '11.222.333/0001-81'),
  address: Type.Optional(AddressBody),
  responsible: Type.Optional(
    Type.Object({
      name: field('Nome completo.', 'Ana Souza'),
      tax_id: field('CPF.', '529.982.247-25'),
      birth_date: Type.Optional(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          format: 'instant',
          pattern: '^(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}$',
          description: 'Data de nascimento.',
          examples: ['1990-05-17'],
        }),
      ),
      role: field('Cargo na empresa.', 'Sócia-administradora'),
    }),
  ),
});

export const KycDocumentSchema = Type.Object({
  document_id: text('Identificador.', '019aa1b2-0000-7000-8000-000000000000'),
  kind: DocumentKindSchema,
  name: text('Nome do arquivo.', 'contrato.pdf'),
  content_type: text('Tipo do conteúdo.', 'application/pdf'),
  size_bytes: Type.Integer({ description: 'Tamanho em bytes.', examples: [120_000] }),
  created_at: instant('Quando foi enviado.'),
});

const line = (description: string, example: string) => nullable(text(description, example));
const moment = (description: string) => nullable(instant(description));

export const AddressView = Type.Object({
  postal_code: line('CEP.', '01310100'),
  street: line('Logradouro.', 'Avenida Paulista'),
  number: line('Número.', '1000'),
  complement: line('Complemento.', 'Sala 5'),
  district: line('Bairro.', 'Bela Vista'),
  city: line('Cidade.', 'São Paulo'),
  state: line('UF.', 'SP'),
});

const Data = {
  kind: NullableKind,
  legal_name: line('Nome completo ou razão social.', 'Doceria da Ana Ltda.'),
  tax_id: line('CPF ou CNPJ, sem pontuação.', '11222333000181'),
  address: AddressView,
  responsible: Type.Object({
    name: line('Nome completo.', 'Ana Souza'),
    tax_id: line('CPF, sem pontuação.', '52998224725'),
    birth_date: line('Data de nascimento.', '1990-05-17'),
    role: line('Cargo na empresa.', 'Sócia-administradora'),
  }),
  documents: Type.Array(KycDocumentSchema),
};

const Submission = {
  number: Type.Integer({ description: 'Qual envio: 1 é o primeiro.' }),
  submitted_at: instant('Quando foi enviado.'),
  decision: Type.Union([oneOf(KYC_DECISIONS), Type.Null()]),
  reason: line('Por que foi rejeitado.', 'O comprovante de endereço está ilegível.'),
  decided_at: moment('Quando foi decidido.'),
};

/** A merchant's application as the merchant sees it. */
export const OwnKyc = Type.Object({
  status: KycStatusSchema,
  is_editable: Type.Boolean({ description: 'Se os dados e documentos podem ser alterados agora.' }),
  ...Data,
  required_documents: Type.Array(DocumentKindSchema, {
    description: 'Os documentos que este tipo de cadastro exige.',
  }),
  document_limits: Type.Object({
    bytes_max: Type.Integer({ description: 'Tamanho máximo de um documento, em bytes.' }),
    count_max: Type.Integer({ description: 'Quantos documentos um cadastro aceita.' }),
  }),
  faults: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
    description: 'O que ainda falta para enviar.',
  }),
  submissions: Type.Array(Type.Object(Submission)),
});

/** An application as an operator sees it. */
export const ReviewedKyc = Type.Object({
  application_id: Type.String(),
  status: KycStatusSchema,
  status_since: instant('Desde quando está neste estado.'),
  merchant: Type.Object({
    username: Type.String(),
    name: Type.String(),
    status: oneOf(MERCHANT_STATUSES),
  }),
  ...Data,
  submissions: Type.Array(
    Type.Object({
      ...Submission,
      submitted_by: text('Quem enviou.', 'ana@doceria.com.br'),
      decided_by: line('Quem decidiu.', 'otto@exemplo.com.br'),
    }),
  ),
});

export const QueueList = Type.Object({
  data: Type.Array(
    Type.Object({
      application_id: Type.String(),
      username: Type.String(),
      merchant_name: Type.String(),
      status: KycStatusSchema,
      kind: NullableKind,
      legal_name: line('Nome completo ou razão social.', 'Doceria da Ana Ltda.'),
      tax_id: line('CPF ou CNPJ, sem pontuação.', '11222333000181'),
      submission_count: Type.Integer({ description: 'Quantas vezes foi enviado.' }),
      missing: Type.Array(Type.String(), {
        description: 'Os campos e documentos que faltam ou estão errados, antes do envio.',
      }),
      status_since: instant('Desde quando está neste estado.'),
    }),
  ),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

/** The number of the submission that the operator read. A later one is not decided. */
export const DecisionQuery = Type.Object({
  submission: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});

export const RejectBody = Type.Object({
  reason: Type.String({
    minLength: REASON_LENGTH_MIN,
    maxLength: REASON_LENGTH_MAX,
    // At least one visible character, and no NUL, which PostgreSQL does not store.
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
    description: 'O que o lojista deve corrigir.',
  }),
});

export const UploadQuery = Type.Object({
  kind: DocumentKindSchema,
  name: Type.String({ format: 'name', description: 'Nome do arquivo.' }),
});
