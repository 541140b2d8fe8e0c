import type {
  ChargeMails,
  PayerMailSettings,
  PayerMailSettingsChange,
} from '../generated/types.ts';
import { type Http, pathOf, type RequestOptions } from '../http.ts';

const PATH = '/v1/payer-mails/settings';

/** Lembretes e comprovantes por e-mail aos pagadores. */
export class PayerMails {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** O que os pagadores recebem. */
  settings(options?: RequestOptions): Promise<PayerMailSettings> {
    return this.#http.json({ method: 'GET', path: PATH, options });
  }

  /** Só o que vem muda. */
  changeSettings(
    settings: PayerMailSettingsChange,
    options?: RequestOptions,
  ): Promise<PayerMailSettings> {
    return this.#http.json({
      method: 'PATCH',
      path: PATH,
      isRepeatable: true,
      body: settings,
      options,
    });
  }

  /** Os e-mails ao pagador de uma cobrança. */
  list(chargeId: string, options?: RequestOptions): Promise<ChargeMails> {
    const path = pathOf('/v1/transactions', chargeId, '/mails');
    return this.#http.json({ method: 'GET', path, options });
  }
}
