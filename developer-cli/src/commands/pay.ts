import type { Command } from 'commander';
import {
  type PaymentScenario,
  paymentScenarios,
  type WebhookScenario,
  webhookScenarios,
} from '../../../gateway/src/charges/test-scenarios.ts';
import { formatAmount } from '../amounts.ts';
import { payCharge, type TestPayment } from '../charges.ts';
import { EXIT } from '../failure.ts';
import { addCommand, type Context, parseOneOf } from './command.ts';

const HELD_FOR = { amount_differs: 'o valor não é o da cobrança', already_paid: 'já estava paga' };

interface PayOptions {
  readonly scenario?: PaymentScenario;
  readonly webhookScenario?: WebhookScenario;
}

export function addPay(program: Command): void {
  addCommand<PayOptions>(program, {
    name: 'pay',
    summary: 'Paga uma cobrança de teste agora, também de modo errado',
    words: [['<id>', 'o internal_id da cobrança']],
    options: [
      {
        flags: '--scenario <nome>',
        about: `como é paga: ${paymentScenarios.join(', ')}`,
        parse: parseOneOf(paymentScenarios),
      },
      {
        flags: '--webhook-scenario <nome>',
        about: `o defeito dos webhooks: ${webhookScenarios.join(', ')}`,
        parse: parseOneOf(webhookScenarios),
      },
    ],
    examples: [
      ['pix pay 01a1fb37-0f6b-742c-ac32-b2d0b1c38dba', 'deposit.paid acontece de verdade'],
      ['pix pay 01a1fb37-… --scenario late', 'expira antes: deposit.expired e deposit.paid'],
      ['pix pay 01a1fb37-… --scenario twice', 'o segundo pagamento fica a identificar'],
      ['pix pay 01a1fb37-… --webhook-scenario lost', 'sem webhook; o evento está no feed'],
    ],
    notes:
      'Os defeitos chegam aos webhooks cadastrados na conta. pix listen entrega cada evento certo.',
    run: pay,
  });
}

async function pay({ output, session }: Context, options: PayOptions, id = ''): Promise<number> {
  const charge = await payCharge(session(), id, options);
  const payments = charge.test_payments ?? [{ amount: charge.amount, reason: null }];
  const isPaid = payments.some(({ reason }) => reason === null);
  output.result({ ...charge, type: isPaid ? 'paid' : 'held' }, textOf(id, payments));
  return EXIT.ok;
}

function textOf(id: string, payments: readonly TestPayment[]): string {
  const lines = payments.map(({ amount, reason }) =>
    reason === null
      ? `Paga: ${id} (${formatAmount(amount)}). O evento deposit.paid foi emitido.`
      : `A identificar: ${formatAmount(amount)}, porque ${HELD_FOR[reason]}. Sem evento.`,
  );
  return lines.join('\n');
}
