import { Type } from 'typebox';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import type { Call } from '#src/ground/http/operation.ts';
import { DOCUMENT_TYPES } from '#src/ground/images/detect-document-type.ts';
import { instant, nullable, oneOf, text } from '#src/ground/schemas/text-schemas.ts';
import { createSlots } from '#src/ground/work/concurrency-limits.ts';

export const FileDetails = Type.Object(
  {
    id: text('Identificador do arquivo.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b76'),
    name: text('Nome, com a terminação do tipo.', 'comprovante-de-entrega.pdf'),
    content_type: oneOf(DOCUMENT_TYPES, {
      description: 'O tipo, visto no conteúdo.',
      examples: ['application/pdf'],
    }),
    size_bytes: Type.Integer({ description: 'Tamanho em bytes.', examples: [120_000] }),
    created_at: instant('Quando foi enviado ao gateway.'),
    sent_at: nullable(
      instant('Quando o banco o recebeu; null em bancos que não recebem arquivos.'),
    ),
  },
  { title: 'DisputeFile', description: 'Um arquivo anexado à defesa de uma contestação.' },
);

export const FileList = Type.Object(
  { data: Type.Array(FileDetails, { description: 'Os arquivos, do mais antigo ao mais novo.' }) },
  { title: 'DisputeFileList', description: 'Os arquivos de uma contestação, no máximo 10.' },
);

/** The largest body of a file in base64, with its name. */
export const FILE_BODY_BYTES_MAX = 15 * 1024 * 1024;

export const FileBody = Type.Object(
  {
    name: Type.String({
      format: 'name',
      description: 'O nome do arquivo, de 1 a 200 caracteres.',
      examples: ['comprovante-de-entrega.pdf'],
    }),
    content: text('O conteúdo em base64: um PDF, PNG ou JPEG de até 10 MB.', 'JVBERi0xLjcK'),
  },
  { title: 'DisputeFileRequest' },
);

const UPLOADS_AT_ONCE = 8;
/** Of one merchant, and of one client network: idle uploads must leave slots to others. */
const UPLOADS_OF_ONE = 3;

/**
 * Makes a function that refuses `overloaded` while this process receives many files: each of them
 * takes several times its size of memory. The sandbox stores no files, so it gets no slot.
 */
export function limitUploads() {
  const slots = createSlots(UPLOADS_AT_ONCE);
  return async ({ owner: { merchant }, request, reply }: Upload): Promise<void> => {
    refuseSandbox(merchant);
    const names = [`merchant ${merchant.merchantId}`, `network ${clientNetwork(request.ip)}`];
    const holders = names.map((name) => ({ name, max: UPLOADS_OF_ONE }));
    if (slots.take(holders) !== 'taken') throw new Refusal('overloaded', { retryAfterSeconds: 2 });
    reply.raw.once('close', () => slots.free(holders));
  };
}

type Upload = Pick<Call<unknown>, 'owner' | 'request' | 'reply'>;
