import { Type } from 'typebox';
import {
  clientId,
  failureReason,
  instant,
  nullable,
  oneOf,
  text,
} from '#src/ground/schemas/text-schemas.ts';
import { refundStatuses } from './charge.ts';

/** A refund of a charge. */
export const ChargeRefund = Type.Object(
  {
    internal_id: text('Identificador da devolução.', '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b73'),
    status: oneOf(refundStatuses, {
      description: 'Estado da devolução.',
      examples: ['done'],
    }),
    amount: Type.Integer({ description: 'Valor devolvido em centavos.', examples: [5000] }),
    reason: nullable(Type.String({ description: 'O motivo.', examples: ['Produto em falta'] })),
    split: Type.Array(
      Type.Object(
        {
          username: Type.String({ description: 'Quem devolve.', examples: ['parceiro'] }),
          amount: Type.Integer({ description: 'Parte em centavos.', examples: [274] }),
        },
        { title: 'RefundSplit' },
      ),
      { description: 'O que outros lojistas devolvem das suas partes; o resto é da origem.' },
    ),
    created_at: instant('Quando foi pedida.'),
    done_at: nullable(instant('Quando o dinheiro voltou ao pagador.')),
    return_id: nullable(
      text('Identificador da devolução no SPI.', 'D99999999202611201205aB3dE5fG7hI'),
    ),
    client_id: clientId('A chave que pediu a devolução; null quando foi pedida no painel.'),
    failure_reason: Type.Union(
      [failureReason('refused', 'O banco não fez a devolução.'), Type.Null()],
      { description: 'Por que a devolução falhou; null quando não falhou.' },
    ),
    held: Type.Optional(Type.Boolean({ description: 'Retida: conta suspensa.', examples: [true] })),
  },
  { title: 'Refund' },
);
