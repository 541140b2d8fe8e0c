/** The log of the embedded database. */
export type DatabaseLog = (line: {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}) => void;

/** The gateway's role in the database. It owns no table and can't change ledger entries. */
export const RUNTIME_ROLE = 'pix_gateway_runtime';
const OWNER_ROLE = 'pix_gateway';

/** The passwords of the two roles of an embedded server. */
export interface DatabasePasswords {
  readonly owner: string;
  readonly runtime: string;
}

/** Connection strings of the gateway's role and of the role that owns the tables. */
export interface DatabaseAddresses {
  readonly connectionString: string;
  readonly ownerConnectionString: string;
}

/** The addresses of the gateway's database on an embedded server. */
export function addressesOf(port: number, passwords: DatabasePasswords): DatabaseAddresses {
  return {
    connectionString: addressOf(`${RUNTIME_ROLE}:${passwords.runtime}`, port, 'pix_gateway'),
    ownerConnectionString: ownerAddressOf(port, passwords.owner),
  };
}

/** The owner's connection string: password, loopback, and no TLS even if PGSSLMODE is set. */
export function ownerAddressOf(port: number, password: string, database = 'pix_gateway'): string {
  return addressOf(`${OWNER_ROLE}:${password}`, port, database);
}

function addressOf(user: string, port: number, database: string): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
