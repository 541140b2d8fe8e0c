import { createHash } from 'node:crypto';
import pg from 'pg';
import { RUNTIME_ROLE } from '#src/ground/embedded-database/address.ts';

/** The schemas of the gateway, without partitions and what belongs to an extension. */
const RELATIONS = `relations as (
  select n.nspname || '.' || quote_ident(c.relname) as name, c.*
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where (n.nspname in ('public', 'auth') or n.nspname ~ '^b[0-9]+$') and not c.relispartition
    and c.relkind in ('r', 'p', 'v', 'S', 'm', 'f', 'c')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))`;
const FUNCTIONS = `functions as (
  select p.*, format('%s.%s(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid))
    as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = 'public'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'))`;

/** One line for each fact. PostgreSQL 18 also lists `not null` among the constraints. */
const FACTS: readonly string[] = [
  `with ${RELATIONS}
   select concat_ws(' ', 'relation', name, 'kind', relkind,
     'partitioned by ' || pg_get_partkeydef(oid),
     'with (' || array_to_string(reloptions, ', ') || ')',
     case when relpersistence <> 'p' then 'persistence ' || relpersistence::text end,
     case when relkind = 'v' then 'as ' || regexp_replace(pg_get_viewdef(oid), '\\s+', ' ', 'g') end
   ) as line from relations`,
  `with ${RELATIONS}
   select concat_ws(' ', 'column', name,
     lpad((row_number() over (partition by attrelid order by attnum))::text, 2, '0'), attname,
     format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
     case attgenerated when 's' then 'generated ' else 'default ' end
       || pg_get_expr(adbin, adrelid),
     case when attstorage <> typstorage then 'storage ' || attstorage::text end,
     case when attcompression <> '' then 'compression ' || attcompression::text end,
     case when attidentity <> '' then 'identity ' || attidentity::text end,
     case when attcollation not in (0, 100) then 'collation ' || attcollation::text end
   ) as line
   from relations join pg_attribute a on attrelid = relations.oid and attnum > 0
     and not attisdropped
   join pg_type t on t.oid = atttypid
   left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)`,
  `with ${RELATIONS}
   select format('constraint %s %s %s', name, conname, pg_get_constraintdef(o.oid)) as line
   from relations join pg_constraint o on conrelid = relations.oid where contype <> 'n'`,
  `with ${RELATIONS}
   select concat_ws(' ', 'index', name, pg_get_indexdef(indexrelid),
     case when not indisvalid then 'invalid' end) as line
   from relations join pg_index on indrelid = relations.oid`,
  `with ${RELATIONS}
   select concat_ws(' ', 'trigger', name, pg_get_triggerdef(t.oid),
     case when tgenabled <> 'O' then 'enabled ' || tgenabled::text end) as line
   from relations join pg_trigger t on tgrelid = relations.oid where not tgisinternal`,
  `with ${RELATIONS}
   select format('right %s %s %s', name,
     case grantee when 0 then 'public' else grantee::regrole::text end,
     string_agg(lower(privilege_type), ', ' order by privilege_type)) as line
   from relations cross join aclexplode(relacl) where grantee <> relowner group by name, grantee`,
  `with ${FUNCTIONS}
   select format('right %s %s %s', name, lower(privilege_type),
     case grantee when 0 then 'public' else grantee::regrole::text end) as line
   from functions cross join aclexplode(coalesce(proacl, acldefault('f', proowner)))
   where grantee <> proowner`,
  `select format('right schema %s %s %s', nspname, lower(privilege_type),
     case grantee when 0 then 'public' else grantee::regrole::text end) as line
   from pg_namespace cross join aclexplode(nspacl)
   where (nspname in ('public', 'auth') or nspname ~ '^b[0-9]+$')
     and grantee not in (nspowner, 'pg_database_owner'::regrole)`,
  `select 'row public.buckets ' || bucket_id || ' ' || state as line from public.buckets`,
  `select 'row public.partitioned_tables ' || to_jsonb(t)::text as line
   from public.partitioned_tables t`,
  `select 'row public.bank_leases ' || to_jsonb(t)::text as line from public.bank_leases t`,
  `select 'row public.ledger_verification_lease ' || to_jsonb(t)::text as line
   from public.ledger_verification_lease t`,
  `select 'row b0.bucket_merchants ' || merchant_id as line from b0.bucket_merchants
   where merchant_id = '00000000-0000-0000-0000-000000000000'`,
];
const DEFINITIONS = `with ${FUNCTIONS}
  select name, pg_get_functiondef(oid) as definition from functions`;

/**
 * The catalog of a database as sorted lines: tables, columns in their order, constraints, indexes,
 * triggers, functions (with a hash of their definition), rights and the first rows.
 */
export async function readCatalog(connectionString: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // With this path names are printed with their schema.
    await client.query('set search_path = pg_catalog');
    const lines: string[] = [];
    for (const text of FACTS) {
      const { rows } = await client.query<{ line: string }>(text);
      lines.push(...rows.map(({ line }) => line));
    }
    const { rows } = await client.query<{ name: string; definition: string }>(DEFINITIONS);
    for (const { name, definition } of rows) {
      const hash = createHash('sha256').update(definition.replaceAll(/\s+/g, ' ')).digest('hex');
      lines.push(`function ${name} ${hash.slice(0, 16)}`);
    }
    return lines
      .map((line) => line.replaceAll(/\s+/g, ' ').replaceAll(RUNTIME_ROLE, 'runtime'))
      .sort();
  } finally {
    await client.end();
  }
}

/** The lines that one of two catalogs has: `- …` of the first one, `+ …` of the second one. */
export function catalogDifferences(
  first: readonly string[],
  second: readonly string[],
): readonly string[] {
  const [inFirst, inSecond] = [new Set(first), new Set(second)];
  return [
    ...first.filter((line) => !inSecond.has(line)).map((line) => `- ${line}`),
    ...second.filter((line) => !inFirst.has(line)).map((line) => `+ ${line}`),
  ];
}
