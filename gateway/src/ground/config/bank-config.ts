import type { BankProfile } from './bank-profile.ts';

/** The addresses of Efí's API Pix, by environment. */
export const EFI_HOSTS = {
  production: 'https://pix.api.efipay.com.br',
  homologation: 'https://pix-h.api.efipay.com.br',
} as const;

/** What stands between the base address and the paths of API Pix. */
export const API_PIX_PREFIXES = { efi: '/v2', 'api-pix': '' } as const;

export type EfiEnvironment = keyof typeof EFI_HOSTS;

/** The client certificate of mutual TLS. */
export type ClientCertificate =
  | { readonly kind: 'pem'; readonly certificate: Buffer; readonly key: Buffer }
  | { readonly kind: 'pkcs12'; readonly bundle: Buffer };

/** The configuration of the bank of live keys. It holds secrets and is never logged. */
export interface BankConfig {
  readonly provider: 'efi' | 'api-pix';
  /** Only for Efí. */
  readonly environment: EfiEnvironment | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly tokenBody: 'json' | 'form';
  readonly clientId: string;
  readonly clientSecret: string;
  readonly clientCertificate: ClientCertificate;
  readonly passphrase: string | undefined;
  readonly certificateAuthority: Buffer | undefined;
  /** Our Pix key, which receives and pays, in DICT form. */
  readonly pixKey: string;
  /** Whom a payer's bank shows as the recipient: the holder of the account. */
  readonly accountHolder?: AccountHolder | undefined;
  /** Our account at the bank, for Pix Automático; undefined without it. */
  readonly receivingAccount?: ReceivingAccount | undefined;
  readonly timeoutMs: number;
  /**
   * How long after an attempt without a clear answer an order is neither sent again nor failed,
   * even when the bank answers "not found" or refuses it.
   */
  readonly quarantineMs: number;
  /** The pause between two readings of the bank's list of disputes. */
  readonly disputesEveryMs: number;
  /** The secret part of the call-back address. */
  readonly callbackSecret: string;
  /** The header by which the proxy confirms the bank's certificate; lower case. */
  readonly callbackAuthHeader: string | undefined;
  /** Whether a payment of a call-back is confirmed at the bank before it is booked. */
  readonly isPaymentConfirmed: boolean;
  /** Whether the bank takes the files of defenses; Efí's documented API does not. */
  readonly takesDisputeFiles: boolean;
  /** How the bank differs from the document; undefined before an exam. */
  readonly profile?: BankProfile | undefined;
  /** Whether the operator says that all recurrences were ended at the bank by hand. */
  readonly areRecurrencesEnded?: boolean;
}

/** The account to which the charges of Pix Automático are paid. */
export interface ReceivingAccount {
  /** Up to four digits; undefined at a bank without branches. */
  readonly branch: string | undefined;
  readonly number: string;
  readonly type: 'checking' | 'savings' | 'payment';
}

/** The name and the CPF or CNPJ (without punctuation) of the holder of the account at the bank. */
export interface AccountHolder {
  readonly name: string;
  readonly document: string;
}
