import { runCli } from './processes.ts';
import type { KeyPair } from './workloads.ts';

type Environment = Readonly<Record<string, string>>;

/** Creates an approved merchant. */
export function createMerchant(env: Environment, username: string): void {
  runCli(env, [
    'merchant',
    'create',
    '--username',
    username,
    '--name',
    'Loja do Teste',
    '--document',
    '11222333000181',
    '--approve',
  ]);
}

/** Creates a key of a merchant. */
export function createKey(env: Environment, username: string, environment = 'test'): KeyPair {
  const pair = runCli(env, [
    'credential',
    'create',
    '--merchant',
    username,
    '--environment',
    environment,
    '--name',
    'bench',
  ]) as { client_id: string; client_secret: string };
  return { id: pair.client_id, secret: pair.client_secret };
}
