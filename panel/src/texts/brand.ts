/** The platform's brand as the panel shows it; the server writes it into the page. */
interface Brand {
  readonly name: string;
  /** `#rrggbb`; undefined: the panel's own colour. */
  readonly color?: string;
  readonly supportUrl?: string;
  readonly termsUrl?: string;
  readonly privacyUrl?: string;
}

const written = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '{}';

export const brand: Brand = { name: '', ...JSON.parse(written) };
