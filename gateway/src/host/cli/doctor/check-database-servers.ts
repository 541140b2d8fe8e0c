import { askHost, type WritableHost } from '#src/ground/database/ask-host.ts';
import {
  type DatabaseAddress,
  type DatabaseHost,
  readDatabaseAddress,
} from '#src/ground/database/database-address.ts';
import { DatabaseUnavailable } from '#src/ground/database/database-errors.ts';
import { type Check, type Found, failure, ok, reasonOf, skipped, warning } from './finding.ts';

interface Asked {
  readonly host: DatabaseHost;
  readonly writable?: WritableHost;
  readonly reason?: unknown;
}

/** Checks that all listed servers of the database answer, and only one accepts writes. */
export const databaseServersCheck: Check = {
  name: 'database_servers',
  limitMs: 15_000,
  run: async ({ config: { databaseUrl } }) => {
    const address = databaseUrl ? readDatabaseAddress(databaseUrl) : undefined;
    if (address === undefined || address.hosts.length === 1) {
      return [skipped('há um só servidor de banco de dados na configuração')];
    }
    const asked = await Promise.all(address.hosts.map((host) => ask(address, host)));
    return [primaryFinding(asked), ...asked.flatMap(silentFinding)];
  },
};

function ask(address: DatabaseAddress, host: DatabaseHost): Promise<Asked> {
  return askHost(address, host).then(
    (writable) => ({ host, writable }),
    (reason: unknown) => ({ host, reason }),
  );
}

function primaryFinding(asked: readonly Asked[]): Found {
  const writable = asked.flatMap((answer) => answer.writable ?? []);
  const names = writable.map(
    ({ host, timeline }) => `${host.name} (timeline ${timeline > 0 ? timeline : 'desconhecida'})`,
  );
  const instances = new Set(writable.map(({ instance }) => instance));
  if (instances.size > 1) {
    return failure(
      `mais de um servidor aceita gravações: ${names.join(' e ')}`,
      'pare já o que não deve gravar (em geral o de timeline menor): o gateway recusa tudo até ' +
        'então (docs/operating/high-availability.md, "Two servers accept writes")',
    );
  }
  if (instances.size === 1) return ok(`um só servidor aceita gravações: ${names.join(' e ')}`);
  return failure(
    'nenhum servidor da lista aceita gravações',
    'promova um standby, ou confira os servidores de DATABASE_URL',
  );
}

/** The finding about a server that doesn't answer and so can't take over; a standby answers. */
function silentFinding({ host, reason }: Asked): Found[] {
  if (reason === undefined || reason instanceof DatabaseUnavailable) return [];
  return [
    warning(
      `o servidor ${host.name} não responde: ${reasonOf(reason)}`,
      'veja se ele está no ar e se a rede deixa passar; sem ele não há quem assuma',
    ),
  ];
}
