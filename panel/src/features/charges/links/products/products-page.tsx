import { Alert, Button, Image } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import type { Column } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { IconPackage, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayDraft, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payment-links.ts';
import { ProductForm } from './product-form.tsx';
import type { Product } from './product-types.ts';

const IMAGE_SIZE = 40;

/** The products that payment links sell, and the form of a new one. */
export function ProductsPage() {
  const { merchant } = useSession();
  const mayAct = useMayDraft('createProductByHand') && !merchant?.is_sandbox;
  const [isOpen, { open, close }] = useDisclosure();
  const create = mayAct && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.newProduct}
    </Button>
  );
  return (
    <>
      <PageHeader description={texts.productsHint} actions={create} isList />
      {!merchant?.is_sandbox && merchant?.status !== 'active' && (
        <Alert variant="outline" mb="md">
          {texts.draftHint}
        </Alert>
      )}
      {merchant?.is_sandbox ? (
        <Alert variant="outline">{texts.sandbox}</Alert>
      ) : (
        <List mayAct={mayAct} onNew={open} />
      )}
      {isOpen && <ProductForm onClose={close} />}
    </>
  );
}

function List({ mayAct, onNew }: { mayAct: boolean; onNew: () => void }) {
  const environment = useEnvironment();
  const mayChange = useMayDraft('changeProductByHand');
  const [edited, setEdited] = useState<Product>();
  const products = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/products',
    { params: { path: { environment } } },
    byCursor,
  );
  const action = mayAct && <Button onClick={onNew}>{texts.newProduct}</Button>;
  return (
    <>
      <PagedTable
        query={products}
        empty={
          <EmptyState
            icon={IconPackage}
            title={texts.noProducts}
            description={texts.noProductsHint}
            action={action}
          />
        }
        caption={texts.productsCaption}
        columns={columns}
        rowKey={(row) => row.id}
        {...(mayChange && { onRowClick: setEdited })}
      />
      {edited && <ProductForm product={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const columns: readonly Column<Product>[] = [
  {
    key: 'name',
    place: 'name',
    label: texts.productName,
    render: (row) => <span style={{ overflowWrap: 'anywhere' }}>{row.name}</span>,
  },
  {
    key: 'image',
    label: texts.image,
    render: ({ image_url: url }) =>
      url === null ? null : <Image src={url} alt="" w={IMAGE_SIZE} h={IMAGE_SIZE} radius="sm" />,
  },
  {
    key: 'amount',
    place: 'amount',
    label: texts.productAmount,
    align: 'right',
    render: (row) => <Money centavos={row.amount} fw={600} />,
  },
  {
    key: 'created',
    place: 'time',
    label: texts.createdAt,
    render: (row) => <Instant at={row.created_at} />,
  },
];
