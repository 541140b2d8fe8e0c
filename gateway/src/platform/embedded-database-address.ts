/** Where the embedded database tells what it does. */
export type DatabaseLog = (line: {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
}) => void;

/** How a server of ours is reached: on loopback, by password, whatever PGSSLMODE says. */
export function connectionStringOf(
  port: number,
  password: string,
  database = 'pix_gateway',
): string {
  return `postgres://pix_gateway:${password}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
