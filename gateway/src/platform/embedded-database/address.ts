/** Where the embedded database tells what it does. */
export type DatabaseLog = (line: {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}) => void;

/** The role that the gateway works as; it owns nothing and can't change what was booked. */
export const RUNTIME_ROLE = 'pix_gateway_runtime';
const OWNER_ROLE = 'pix_gateway';

/** The passwords of the two roles of a server of ours. */
export interface DatabasePasswords {
  readonly owner: string;
  readonly runtime: string;
}

/** How a database is reached: by the role that works, and by the one that owns the tables. */
export interface DatabaseAddresses {
  readonly connectionString: string;
  readonly ownerConnectionString: string;
}

/** The database of the gateway on a server of ours. */
export function addressesOf(port: number, passwords: DatabasePasswords): DatabaseAddresses {
  return {
    connectionString: addressOf(`${RUNTIME_ROLE}:${passwords.runtime}`, port, 'pix_gateway'),
    ownerConnectionString: ownerAddressOf(port, passwords.owner),
  };
}

/** How the owner reaches a server of ours: by password, on loopback, whatever PGSSLMODE says. */
export function ownerAddressOf(port: number, password: string, database = 'pix_gateway'): string {
  return addressOf(`${OWNER_ROLE}:${password}`, port, database);
}

function addressOf(user: string, port: number, database: string): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
