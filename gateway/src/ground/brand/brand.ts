/** How the platform presents itself to merchants and payers. The configuration decides it. */
export interface Brand {
  readonly name: string;
  /** `#rrggbb`, on which white text is readable; undefined: the gateway's own green. */
  readonly color: string | undefined;
  /** The logo's file; undefined: the gateway's own icon in the brand's colour. */
  readonly logo: BrandLogo | undefined;
  /** An address that starts with `mailto:` or `https:`. */
  readonly supportUrl: string | undefined;
  /** Where a fault of security is reported; without one it is the address for support. */
  readonly securityUrl: string | undefined;
  readonly termsUrl: string | undefined;
  readonly privacyUrl: string | undefined;
}

export interface BrandLogo {
  readonly type: 'image/svg+xml' | 'image/png';
  readonly content: Buffer;
}

/** The name of an installation that has chosen none. */
export const OWN_NAME = 'pix-gateway';
export const OWN_COLOR = '#087355';

/** Whether the installation has its own name; then no page or mail shows the gateway's name. */
export function isRenamed({ name }: Brand): boolean {
  return name !== OWN_NAME;
}

/** The name in ASCII letters and digits, as in `User-Agent`: `Pagadora Ltda` is `Pagadora-Ltda`. */
export function productToken({ name }: Pick<Brand, 'name'>): string {
  const letters = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return letters.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, '') || 'gateway';
}
