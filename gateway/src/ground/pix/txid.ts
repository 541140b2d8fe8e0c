const TXID = /^[a-zA-Z0-9]{26,35}$/;
const ID_AS_TXID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The txid of a charge at the bank: its id without dashes, 32 characters of [0-9a-f]. */
export function txidFromId(id: string): string {
  return id.replaceAll('-', '');
}

/** The id of the charge whose txid this is; undefined for a txid that was not made from an id. */
export function idFromTxid(txid: string): string | undefined {
  const groups = ID_AS_TXID.exec(txid)?.slice(1);
  return groups?.join('-');
}

/**
 * Whether a text can be the txid of an immediate charge (API Pix 2.10.0: 26 to 35 alphanumerics).
 */
export function isTxid(unchecked: string): boolean {
  return TXID.test(unchecked);
}
