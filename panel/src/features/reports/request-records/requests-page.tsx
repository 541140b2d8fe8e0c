import { Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { SideDialog } from '#panel/components/dialog.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Form } from '#panel/components/form.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { useTypedFilter } from '#panel/components/use-typed-filter.ts';
import { IconActivity } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/request-records.ts';
import { RequestDetail } from './request-detail.tsx';

const CLASSES = ['2', '4', '5'] as const;
type LoggedRequest = Answer<'/api/panel/{environment}/requests'>['data'][number];

/** The log of the requests of the merchant's keys. */
export function RequestsPage() {
  const { merchant } = useSession();
  if (!merchant?.is_sandbox) return <RequestLog />;
  return (
    <>
      <PageHeader description={texts.description} isList />
      <Alert variant="outline">{texts.sandboxClosed}</Alert>
    </>
  );
}

type Filters = Readonly<Record<'chave' | 'situacao' | 'operacao', string>>;

function RequestLog() {
  const environment = useEnvironment();
  const { typed, settled, type } = useTypedFilter('chave', 'situacao', 'operacao');
  const [opened, setOpened] = useState<string>();
  const statusClass = CLASSES.find((one) => one === settled.situacao);
  const operation = settled.operacao.trim();
  const query = {
    ...(settled.chave !== '' && { client_id: settled.chave }),
    ...(statusClass !== undefined && { status_class: Number(statusClass) }),
    ...(operation !== '' && { operation }),
  };
  const params = { path: { environment }, query };
  const path = '/api/panel/{environment}/requests';
  const requests = api.useInfiniteQuery('get', path, { params }, byCursor);
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        options={
          <ListOptions>
            <FilterFields filters={typed} onChange={type} />
            <OpenById onOpen={setOpened} />
          </ListOptions>
        }
      />
      <PagedTable
        query={requests}
        empty={
          <EmptyState
            icon={IconActivity}
            {...(Object.keys(query).length === 0
              ? { title: texts.empty, description: texts.emptyHint }
              : { title: texts.nothingFound, description: texts.nothingFoundHint })}
          />
        }
        caption={texts.caption}
        columns={columns}
        rowKey={(row) => row.id}
        dayOf={(row) => row.at}
        onRowClick={(row) => setOpened(row.id)}
      />
      {opened !== undefined && (
        <SideDialog onClose={() => setOpened(undefined)} title={texts.request}>
          {opened && <RequestDetail id={opened} />}
        </SideDialog>
      )}
    </>
  );
}

function FilterFields({
  filters,
  onChange,
}: {
  filters: Filters;
  onChange: (change: Partial<Filters>) => void;
}) {
  return (
    <>
      <KeySelect value={filters.chave} onChange={(chave) => onChange({ chave })} />
      <NativeSelect
        label={texts.status}
        value={filters.situacao}
        onChange={(event) => onChange({ situacao: event.currentTarget.value })}
        data={[
          { value: '', label: texts.allStatuses },
          ...CLASSES.map((value) => ({ value, label: texts.statusClasses[value] })),
        ]}
      />
      <TextInput
        label={texts.operation}
        placeholder={texts.operationHint}
        value={filters.operacao}
        onChange={(event) => onChange({ operacao: event.currentTarget.value })}
      />
    </>
  );
}

function OpenById({ onOpen }: { onOpen: (id: string) => void }) {
  const [id, setId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() !== '') onOpen(id.trim());
  };
  return (
    <Form isKept={false} onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={texts.requestId}
          placeholder={texts.requestIdHint}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {texts.open}
        </Button>
      </Group>
    </Form>
  );
}

function KeySelect({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const environment = useEnvironment();
  const { data } = api.useQuery('get', '/api/panel/{environment}/credentials', {
    params: { path: { environment } },
  });
  return (
    <NativeSelect
      label={texts.key}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: texts.allKeys },
        ...(data?.data ?? []).map((key) => ({ value: key.client_id, label: key.name })),
      ]}
    />
  );
}

const columns: readonly Column<LoggedRequest>[] = [
  { key: 'at', place: 'time', label: texts.at, render: (row) => <Instant at={row.at} /> },
  {
    key: 'operation',
    place: 'name',
    label: texts.operation,
    render: (row) => (
      <>
        <Text inherit style={{ overflowWrap: 'anywhere' }}>
          {row.method} {row.path}
        </Text>
        <Text size="xs" c="dimmed">
          {row.operation ?? texts.unknownRoute}
          {row.is_replay && ` (${texts.replay})`}
          {row.code !== null && ` · ${row.code}`}
        </Text>
        {row.unknown_fields && (
          <Text size="xs" c="dimmed">
            {texts.unknownFields(row.unknown_fields)}
          </Text>
        )}
        {row.omitted > 0 && (
          <Text size="xs" c="dimmed">
            {texts.omitted(formatCount(row.omitted))}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'status',
    place: 'amount',
    label: texts.status,
    render: (row) => row.status,
  },
  {
    key: 'duration',
    place: 'state',
    label: texts.duration,
    align: 'right',
    render: (row) => texts.milliseconds(formatCount(row.duration_ms)),
  },
];
