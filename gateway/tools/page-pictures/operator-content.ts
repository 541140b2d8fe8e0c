import { randomUUID } from 'node:crypto';
import { createMerchantWithKeys, until } from '../../test/support/gateway.ts';
import {
  applicationIdOf,
  COMPANY,
  PERSON,
  signUpMerchant,
  submitKyc,
  upload,
} from '../../test/support/kyc.ts';
import type { LiveGateway } from '../../test/support/live.ts';
import type { PanelSession } from '../../test/support/panel.ts';
import type { Pictures } from './pictures.ts';

/** The sessions and ids of the merchants and of the application that `fillOperator` made. */
export interface OperatorContent {
  readonly applicationId: string;
  /** A resolved incident: an open one would be above every page of merchants. */
  readonly incidentId: string;
  /** A merchant with nothing but its name: every page is empty. */
  readonly newcomer: PanelSession;
  /** A merchant whose KYC application is not complete. */
  readonly applicant: PanelSession;
}

/** Fills the operators' pages: applications, notes, money in suspense, failed work, mails. */
export async function fillOperator(
  { gateway, bank, shop }: LiveGateway,
  operator: PanelSession,
  { mug }: Pictures,
): Promise<OperatorContent> {
  const file = { name: 'identidade.png', content: mug };
  const submitted = await signUpMerchant(gateway);
  await submitKyc(gateway, submitted.session);
  const half = await signUpMerchant(gateway);
  await half.session.call('PUT', '/api/panel/kyc', { body: COMPANY });
  for (const kind of ['identity_front', 'identity_back'] as const) {
    await upload(gateway, half.session, { kind, ...file });
  }
  const rejected = await signUpMerchant(gateway);
  await submitKyc(gateway, rejected.session, { ...PERSON, legal_name: 'Caio Prado' });
  const rejectedId = await applicationIdOf(operator, rejected.username);
  await operator.callWithCode('POST', `/api/operator/kyc/${rejectedId}/reject`, {
    reason: 'A foto do documento está cortada.',
  });
  for (const text of [
    'Pediu limite maior para a Black Friday.',
    'Ligou sobre uma contestação; orientado a enviar o rastreio.',
  ]) {
    const path = '/api/operator/merchants/cafe-aurora/notes';
    await operator.call('POST', path, { body: { text } });
  }
  bank.receiveWithoutCharge(12_345n, 'deoutrosistema0000000000000010');
  bank.receiveWithoutCharge(67_890n, 'deoutrosistema0000000000000011');
  const charge = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: shop.keys,
    body: { amount: 25_000, payer: { name: 'Marina Costa', document: '52998224725' } },
  });
  bank.pay(String(charge.body.internal_id).replaceAll('-', ''));
  await until('the payments are read', async () => {
    const rows = await gateway.sql('select from incoming_payments');
    return rows.length >= 2;
  });
  await gateway.sql(
    `insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at)
      values ('refund', $1, 3, 'connect ECONNREFUSED: o banco não respondeu', now(),
        now() + interval '1 hour')`,
    [randomUUID()],
  );
  const incidentId = await tellOfIncident(operator);
  const newcomer = await signUpMerchant(gateway);
  await createMerchantWithKeys(gateway);
  return {
    applicationId: await applicationIdOf(operator, submitted.username),
    incidentId,
    newcomer: newcomer.session,
    applicant: half.session,
  };
}

async function tellOfIncident(operator: PanelSession): Promise<string> {
  const { body } = await operator.call('POST', '/api/operator/incidents', {
    body: {
      title: 'Webhooks atrasados',
      parts: ['webhooks', 'api'],
      impact: 'degraded',
      message: 'As entregas saem com até dez minutos de atraso. Nenhum aviso se perde.',
      message_en: 'Deliveries are up to ten minutes late. No event is lost.',
    },
  });
  const path = `/api/operator/incidents/${body.id}/updates`;
  await operator.call('POST', path, {
    body: { stage: 'identified', message: 'Um disco encheu. Estamos abrindo espaço.' },
  });
  await operator.call('POST', path, {
    body: { stage: 'resolved', message: 'A fila está em dia. Não é preciso fazer nada.' },
  });
  return String(body.id);
}
