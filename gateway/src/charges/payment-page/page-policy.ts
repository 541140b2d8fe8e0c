import { colorStyle, type PageLook } from './page-look.ts';

/**
 * The content security policy of a page for payers: its own script and style, and the style of the
 * merchant's colour by its hash. With `hasForm` it may send a form to this server.
 */
export function contentPolicy(
  look: PageLook | undefined,
  {
    ancestors,
    images = "'self'",
    hasForm = look?.mayRenew === true,
  }: { ancestors: string; images?: string; hasForm?: boolean },
): string {
  const style = look?.color ? ` ${colorStyle(look.color).source}` : '';
  const forms = hasForm ? "'self'" : "'none'";
  return (
    `default-src 'none'; script-src 'self'; style-src 'self'${style}; img-src ${images}; ` +
    `connect-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors ${ancestors}`
  );
}
