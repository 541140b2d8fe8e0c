import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, shaped, sql } from '#src/ground/database/sql.ts';
import type { ImageType } from '#src/ground/images/measure-image.ts';
import type { PageLook } from './page-look.ts';

/** The columns of a look without the bytes of its logo. */
const LOOK_ROW = {
  lookDescription: f.orNull(f.text),
  color: f.orNull(f.text),
  lookReturnUrl: f.orNull(f.text),
  supportContact: f.orNull(f.text),
  mayRenew: f.bool,
  logoHash: f.orNull(f.text),
  logoWidth: f.orNull(f.count),
  logoHeight: f.orNull(f.count),
};
/** The same where the look is joined: all are null without a row. */
export const JOINED_LOOK = { ...LOOK_ROW, mayRenew: f.orNull(f.bool) };

/** The columns of a look by the alias `look` of the table. */
export const LOOK_COLUMNS = `look.description as look_description, look.color,
  look.return_url as look_return_url, look.support_contact, look.may_renew, look.logo_hash,
  look.logo_width, look.logo_height`;

const LOGO = {
  content: f.inColumn('logo', f.neverNull(f.bytes)),
  type: f.inColumn('logo_type', f.neverNull(f.textOf<ImageType>())),
};

const $ = paramsOf({
  merchantId: f.uuid,
  description: f.orNull(f.text),
  color: f.orNull(f.text),
  returnUrl: f.orNull(f.text),
  supportContact: f.orNull(f.text),
  mayRenew: f.bool,
  ...LOGO,
  hash: f.text,
  width: f.count,
  height: f.count,
});

/** The look of a merchant's pages; undefined before its first change. */
export const selectLook = maybeOne(
  'page_look_select',
  shaped(LOOK_ROW, lookFromRow),
  sql`select ${LOOK_COLUMNS} from payment_page_looks look
    where look.merchant_id = ${$.merchantId}`,
);

/** Sends the write of everything but the logo. */
export const saveLook = send(
  'page_look_save',
  sql`insert into payment_page_looks (merchant_id, description, color, return_url,
      support_contact, may_renew)
    values (${$.merchantId}, ${$.description}, ${$.color}, ${$.returnUrl}, ${$.supportContact},
      ${$.mayRenew})
    on conflict (merchant_id) do update set description = excluded.description,
      color = excluded.color, return_url = excluded.return_url,
      support_contact = excluded.support_contact, may_renew = excluded.may_renew`,
);

/** Sends the write of a logo. */
export const saveLogo = send(
  'page_logo_save',
  sql`insert into payment_page_looks (merchant_id, logo, logo_type, logo_hash, logo_width,
      logo_height)
    values (${$.merchantId}, ${$.content}, ${$.type}, ${$.hash}, ${$.width}, ${$.height})
    on conflict (merchant_id) do update set logo = excluded.logo,
      logo_type = excluded.logo_type, logo_hash = excluded.logo_hash,
      logo_width = excluded.logo_width, logo_height = excluded.logo_height`,
);

/** Deletes a merchant's logo; 0 if there is none. */
export const deleteLogo = countRows(
  'page_logo_delete',
  sql`update payment_page_looks set logo = null, logo_type = null, logo_hash = null,
      logo_width = null, logo_height = null
    where merchant_id = ${$.merchantId} and logo_hash is not null returning merchant_id`,
);

/** A merchant's logo with its bytes; undefined if there is none. */
export const selectLogo = maybeOne(
  'page_logo_select',
  LOGO,
  sql`select logo, logo_type from payment_page_looks
    where merchant_id = ${$.merchantId} and logo_hash is not null`,
);

/** The look of columns that a statement of this feature has selected. */
export function lookFromRow(row: f.RecordOf<typeof JOINED_LOOK>): PageLook {
  const { logoHash: hash, logoWidth: width, logoHeight: height } = row;
  return {
    description: row.lookDescription,
    color: row.color,
    returnUrl: row.lookReturnUrl,
    supportContact: row.supportContact,
    mayRenew: row.mayRenew ?? false,
    logo:
      hash === null || width === null || height === null
        ? null
        : {
            hash,
            width,
            height,
          },
  };
}
