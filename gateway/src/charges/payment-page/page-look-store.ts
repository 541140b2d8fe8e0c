import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { ImageType } from '#src/ground/images/measure-image.ts';
import type { LogoContent } from './logo-image.ts';
import type { PageLook } from './page-look.ts';

/** The columns of a look without the bytes of its logo; all are null without a row. */
export interface LookColumns extends Record<string, unknown> {
  readonly look_description: string | null;
  readonly color: string | null;
  readonly look_return_url: string | null;
  readonly support_contact: string | null;
  readonly may_renew: boolean | null;
  readonly logo_hash: string | null;
  readonly logo_width: bigint | null;
  readonly logo_height: bigint | null;
}

/** The columns of `LookColumns` by an alias of the table. */
export const LOOK_COLUMNS = `look.description as look_description, look.color,
  look.return_url as look_return_url, look.support_contact, look.may_renew, look.logo_hash,
  look.logo_width, look.logo_height`;

const SELECT = {
  name: 'page_look_select',
  text: `select ${LOOK_COLUMNS} from payment_page_looks look where look.merchant_id = $1`,
};
const SAVE = {
  name: 'page_look_save',
  text: `insert into payment_page_looks (merchant_id, description, color, return_url,
      support_contact, may_renew)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id) do update set description = excluded.description,
      color = excluded.color, return_url = excluded.return_url,
      support_contact = excluded.support_contact, may_renew = excluded.may_renew`,
};
const SAVE_LOGO = {
  name: 'page_logo_save',
  text: `insert into payment_page_looks (merchant_id, logo, logo_type, logo_hash, logo_width,
      logo_height)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id) do update set logo = excluded.logo,
      logo_type = excluded.logo_type, logo_hash = excluded.logo_hash,
      logo_width = excluded.logo_width, logo_height = excluded.logo_height`,
};
const DELETE_LOGO = {
  name: 'page_logo_delete',
  text: `update payment_page_looks set logo = null, logo_type = null, logo_hash = null,
      logo_width = null, logo_height = null
    where merchant_id = $1 and logo_hash is not null returning merchant_id`,
};
const SELECT_LOGO = {
  name: 'page_logo_select',
  text: `select logo, logo_type from payment_page_looks
    where merchant_id = $1 and logo_hash is not null`,
};

/** The look of a merchant's pages; undefined before its first change. */
export async function selectLook(
  database: Queryable,
  merchantId: string,
): Promise<LookColumns | undefined> {
  const [row] = await database.query<LookColumns>(SELECT, [merchantId]);
  return row;
}

/** Sends the write of everything but the logo. */
export function saveLook(
  tx: Transaction,
  merchantId: string,
  { description, color, returnUrl, supportContact, mayRenew }: Omit<PageLook, 'logo'>,
): void {
  tx.send(SAVE, [merchantId, description, color, returnUrl, supportContact, mayRenew]);
}

/** Sends the write of a logo. */
export function saveLogo(
  tx: Transaction,
  merchantId: string,
  logo: LogoContent & { readonly hash: string; readonly width: number; readonly height: number },
): void {
  const { content, type, hash, width, height } = logo;
  tx.send(SAVE_LOGO, [merchantId, content, type, hash, width, height]);
}

/** Deletes a merchant's logo; false if there is none. */
export async function deleteLogo(tx: Transaction, merchantId: string): Promise<boolean> {
  return (await tx.query(DELETE_LOGO, [merchantId])).length > 0;
}

/** A merchant's logo with its bytes; undefined if there is none. */
export async function selectLogo(
  database: Queryable,
  merchantId: string,
): Promise<LogoContent | undefined> {
  const [row] = await database.query<{ logo: Buffer; logo_type: ImageType }>(SELECT_LOGO, [
    merchantId,
  ]);
  return row && { content: row.logo, type: row.logo_type };
}

/** The look of columns that a statement of this feature has selected. */
export function lookFromRow(row: LookColumns): PageLook {
  const { logo_hash: hash, logo_width: width, logo_height: height } = row;
  return {
    description: row.look_description,
    color: row.color,
    returnUrl: row.look_return_url,
    supportContact: row.support_contact,
    mayRenew: row.may_renew ?? false,
    logo: hash === null ? null : { hash, width: Number(width), height: Number(height) },
  };
}
