import type { Charge } from '#src/charges/charge.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { CreatedResource } from '#src/ground/idempotency/create-under-keys.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import type { RefundRequest } from '#src/money-out/refunds/refund-request.ts';
import { Faults, Fields } from '../fields/fields.ts';
import { invalidOperation, type Violation } from '../problems/standard-problem.ts';

const NAME = /^[a-zA-Z0-9]{1,35}$/;
const REASON_LENGTH_MAX = 140;

export interface ReturnDeps {
  readonly createRefund: Batcher<RefundRequest, CreatedResource>;
}

/** A refund of a payment, as the merchant's program requests it. */
export interface RequestedReturn {
  readonly caller: Caller;
  readonly charge: Charge;
  /** The merchant's id of the refund. */
  readonly name: string;
  readonly body: unknown;
}

/**
 * Requests a refund under the merchant's id, which is unique for the payment for ever: it is
 * claimed in the transaction that makes the refund. A repeat with the same amount returns the same
 * refund. A request that makes no refund leaves the id free.
 * @returns the id of the refund.
 * @throws {StandardProblem} PixDevolucaoInvalida, and {Refusal} what `createRefunds` refuses
 */
export async function requestReturn(
  { createRefund }: ReturnDeps,
  { caller, charge, name, body }: RequestedReturn,
): Promise<string> {
  const { amount, reason } = readReturn(name, body);
  try {
    const made = await createRefund.add({
      caller,
      chargeId: charge.id,
      amount,
      reason,
      merchantAbsorbs: false,
      name: { endToEndId: charge.endToEndId ?? '', name },
      idempotency: undefined,
    });
    const { internal_id: refundId }: { internal_id: string } = JSON.parse(made.body);
    return refundId;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'idempotency_key_reused')) throw error;
    const razao = 'Já existe uma devolução deste Pix com este id e outro valor.';
    throw refused([{ razao, propriedade: 'devolucao.id', valor: name }]);
  }
}

function readReturn(
  name: string,
  body: unknown,
): { readonly amount: Centavos; readonly reason: string | null } {
  const faults = new Faults('devolucao');
  if (!NAME.test(name)) faults.add('id', 'O id deve ter de 1 a 35 letras e dígitos.', name);
  const fields = new Fields(body, { path: '', faults });
  const amount = fields.amount('valor', { isRequired: true });
  const natureza = fields.raw('natureza');
  if (natureza !== undefined && natureza !== 'ORIGINAL') {
    const rule = 'Este serviço só devolve o valor do Pix: informe ORIGINAL.';
    fields.refuse('natureza', rule, natureza);
  }
  const reason = fields.text('descricao', { max: REASON_LENGTH_MAX }) ?? null;
  if (faults.violations.length > 0) throw refused(faults.violations);
  if (amount === undefined) throw new Error('a fault was not refused');
  return { amount, reason };
}

function refused(violations: readonly Violation[]) {
  const detail =
    'A presente requisição de devolução não respeita o schema ou não faz sentido semanticamente.';
  return invalidOperation('PixDevolucao', detail, violations);
}
