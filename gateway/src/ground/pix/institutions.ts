/** Matches the institution's ISPB in an id of the SPI. */
const ISPB_IN_ID = /^[ED]([0-9A-Z]{8})20/;

/** Large institutions by ISPB, as in the Central Bank's list of participants of the SPI. */
const NAMES: Readonly<Record<string, string>> = {
  '00000000': 'Banco do Brasil',
  '00360305': 'Caixa Econômica Federal',
  '00416968': 'Banco Inter',
  '01181521': 'Sicredi',
  '02038232': 'Sicoob',
  '08561701': 'PagBank',
  '09089356': 'Efí',
  '10573521': 'Mercado Pago',
  '16501555': 'Stone',
  '18236120': 'Nubank',
  '19540550': 'Asaas',
  '22896431': 'PicPay',
  '30306294': 'BTG Pactual',
  '31872495': 'C6 Bank',
  '58160789': 'Banco Safra',
  '60701190': 'Itaú Unibanco',
  '60746948': 'Bradesco',
  '90400888': 'Santander',
  '92702067': 'Banrisul',
};

/**
 * The institution that made an id of the SPI, as a receipt names it: its name, if it is a large
 * one, and its ISPB. Null for an id of another form.
 */
export function institutionOfSpiId(id: string): string | null {
  const ispb = ISPB_IN_ID.exec(id)?.[1];
  if (ispb === undefined) return null;
  const name = NAMES[ispb];
  return name === undefined ? `ISPB ${ispb}` : `${name} (ISPB ${ispb})`;
}
