import type { FastifyReply, FastifyRequest } from 'fastify';
import { bankFor } from '#src/bank/choose-bank.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import type { Brand } from '#src/ground/brand/brand.ts';
import type { AccountHolder } from '#src/ground/config/bank-config.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { QrImages } from '../qr-image/qr-image.ts';
import type { PageLookDeps } from './change-page-look.ts';
import { wordingOf } from './page-language.ts';
import { lookOn, type PageLook } from './page-look.ts';
import { contentPolicy } from './page-policy.ts';
import type { Payable } from './payable.ts';
import { paymentPage } from './payment-page.ts';

const AMOUNT = 9_700;
/** Always the same, so that the QR code of the sample is drawn once. No charge has it. */
const SAMPLE_ID = '00000000-0000-7000-8000-000000000000';

export interface PreviewDeps extends PageLookDeps {
  readonly qrImages: QrImages;
  readonly accountHolder: AccountHolder | undefined;
  readonly platform: Brand;
}

interface Preview {
  readonly merchant: Merchant;
  readonly look: PageLook;
  readonly status: 'pending' | 'paid';
}

/** Sends the payment page of a sample test charge, for a frame of the panel. */
export function sendPreview(
  deps: PreviewDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  preview: Preview,
): FastifyReply {
  const now = deps.clock.now();
  const wording = wordingOf(request, undefined);
  const look = lookOn(preview.look, deps.platform);
  const payable = sampleOf(
    { ...preview, look },
    { now, description: wording.texts.sampleDescription },
  );
  const image = deps.qrImages.find(payable.qrcode, 'image/png').draw();
  const page = paymentPage(payable, {
    ...wording,
    now,
    isEmbedded: true,
    accountHolder: deps.accountHolder,
    platform: deps.platform,
    preview: {
      image: `data:image/png;base64,${image.toString('base64')}`,
      logo: '/api/panel/payment-page/logo',
    },
  });
  const policy = contentPolicy(payable.look, { ancestors: "'self'", images: "'self' data:" });
  reply.header('content-security-policy', policy).header('cache-control', 'no-store');
  return reply.type('text/html; charset=utf-8').send(page);
}

function sampleOf(
  { merchant, look, status }: Preview,
  { now, description }: { now: number; description: string },
): Payable {
  const id = SAMPLE_ID;
  const amount = centavos(AMOUNT);
  const { name: merchantName, city: merchantCity } = merchant;
  return {
    id,
    amount,
    description,
    merchantName,
    look,
    status,
    merchantId: merchant.merchantId,
    merchantDocument: merchant.document,
    environment: 'test',
    qrcode: bankFor('test').registerCharge({
      id,
      amount,
      hasDueDate: false,
      merchantName,
      merchantCity,
    }),
    expiresAt: now + HOUR_MS,
    paidAt: status === 'paid' ? now : null,
    linkId: null,
    returnUrl: null,
    renewals: 0,
    isErased: false,
    due: null,
    clockNow: null,
  };
}
