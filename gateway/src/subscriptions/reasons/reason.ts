import type { ApiPixVersion } from '#src/ground/pix/api-pix-versions.ts';

/**
 * The subject of a reason: an authorization that the payer didn't give (`rec` REJEITADA) or that
 * ended (CANCELADA); an attempt to charge a cycle that was refused (`cobr` or its `tentativas`
 * REJEITADA), or a cycle whose schedule was canceled (CANCELADA).
 */
export type ReasonKind =
  | 'authorization_rejected'
  | 'authorization_canceled'
  | 'cycle_rejected'
  | 'cycle_canceled';

/** Who decides with a code. `pix` is the Central Bank's system between the banks. */
export type ReasonAsker = 'payer' | 'payer_bank' | 'merchant' | 'merchant_bank' | 'pix';

type Texts = Readonly<Record<'pt-BR' | 'en', string>>;

/** A code of the standard's catalogue of messages, in the words of a shop owner. */
export interface PixAutomaticReason {
  readonly code: string;
  readonly kind: ReasonKind;
  /** Who can decide with this code; a cancellation also tells who did (`solicitante`). */
  readonly askedBy: readonly ReasonAsker[];
  /**
   * Whether the cycle can't be charged again. False for a refused attempt after which the standard
   * keeps the recurring charge, so that the retries of the subscription are possible.
   */
  readonly endsCycle: boolean;
  readonly reason: Texts;
  /** The advice for the merchant. */
  readonly remedy: Texts;
  /** The version of the API Pix that listed the code first; undefined for 2.9.0 and before. */
  readonly since?: ApiPixVersion;
  /** The version since which banks should not send the code any more. Some still do. */
  readonly deprecatedSince?: ApiPixVersion;
}

/** The codes of one kind, without what the table says of all of them. */
export type ReasonTable = Readonly<Record<string, Omit<PixAutomaticReason, 'code' | 'kind'>>>;

/** Advice that several codes share. */
export const REMEDIES = {
  newAuthorization: {
    'pt-BR': 'Crie uma assinatura nova e peça ao pagador que a autorize.',
    en: 'Create a new subscription and ask the payer to authorize it.',
  },
  otherBank: {
    'pt-BR':
      'Crie uma assinatura nova e peça ao pagador que a autorize com a conta de outro banco.',
    en: 'Create a new subscription and ask the payer to authorize it with another bank’s account.',
  },
  otherWay: {
    'pt-BR':
      'Cobre este ciclo de outra forma, como um QR code. O próximo ciclo é cobrado como antes.',
    en: 'Charge this cycle in another way, such as a QR code. The next cycle is charged as before.',
  },
  support: {
    'pt-BR': 'Avise o suporte da plataforma e informe este código.',
    en: 'Tell the support of the platform, with this code.',
  },
  nothing: { 'pt-BR': 'Não é preciso fazer nada.', en: 'There is nothing to do.' },
} as const satisfies Record<string, Texts>;
